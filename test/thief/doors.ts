import { request } from 'undici';
import { field, textField } from '../support/fields.ts';
import { openRelayApp } from '../support/nwc/relay-app.ts';
import type { WebBrowser } from '../support/web-browser.ts';

/** A way by which a thief makes the service pay. */
export interface Door {
  /** Asks for a payment. Returns what the service answered. */
  ask(invoice: string): Promise<string>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A call to the service with a bearer token, or without one. */
export async function callApi(
  url: string,
  token: string | null,
  body?: object,
): Promise<ApiAnswer> {
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const wordsOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'paid' : `${status} ${JSON.stringify(body)}`;

/** The Wallet API, with a personal token or the access token of an app. */
export const apiDoor = (baseUrl: string, token: string): Door => ({
  ask: async (invoice) => wordsOf(await callApi(`${baseUrl}/payments/bolt11`, token, { invoice })),
});

/** The pages, with the cookies of someone who is signed in. */
export const pageDoor = (baseUrl: string, browser: WebBrowser): Door => ({
  ask: async (invoice) => {
    const path = `${baseUrl}/send`;
    const page = await browser.get(path);
    // A service that is busy answers with a page without a form.
    if (!page.includes('type="hidden"')) return textOf(page);
    const review = await browser.submit(page, path, { to: invoice });
    const [, pay] = /action="(\/send\/[\w-]+\/pay)"/.exec(review) ?? [];
    return textOf(pay === undefined ? review : await browser.submit(review, baseUrl + pay, {}));
  },
});

/** LndHub, with the tokens of a login. */
export async function lndhubDoor(link: { url: string; login: string; password: string }) {
  const { url, login, password } = link;
  const { body } = await callApi(`${url}/auth`, null, { login, password });
  const token = textField(body, 'access_token');
  const door: Door = {
    ask: async (invoice) => wordsOf(await callApi(`${url}/payinvoice`, token, { invoice })),
  };
  return { door, token };
}

/** Nostr Wallet Connect, with the secret of a connection. */
export async function nwcDoor(cleanups: AsyncDisposableStack, uri: string) {
  const after = (end: () => unknown): void => cleanups.defer(() => void end());
  const app = await openRelayApp({ after }, uri);
  const door: Door = {
    ask: async (invoice) => {
      const { code, body } = await app.call('pay_invoice', { invoice });
      return code === null ? 'paid' : JSON.stringify(field(body, 'error'));
    },
  };
  return { door, app };
}

/** The text of a page as people read it. */
export function textOf(page: string): string {
  const main = page.slice(Math.max(0, page.indexOf('<main')));
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const asksForPassword = (page: string): boolean => /name="password"/.test(page);

/** The text of a page with its characters as they were before it was written. */
export const unescaped = (page: string): string =>
  page.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
