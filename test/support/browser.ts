import assert from 'node:assert/strict';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { CSRF_FIELD } from '../../src/web/pages/forms.ts';
import { encodeForm, type FormFields } from './page-visitor.ts';

/** A browser without scripts. It keeps cookies, and sends forms with their hidden fields. */
export interface Browser {
  readonly address: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a form with the token that is on the pages of this browser. */
  post(path: string, fields?: FormFields): Promise<Answer>;
  /** Sends a form exactly as it is given. */
  postPlain(path: string, fields: FormFields): Promise<Answer>;
  /** Makes the browser ask for pages in this language from now on. */
  speak(language: string): void;
  cookie(name: string): string | null;
  setCookie(name: string, value: string): void;
  /** Another browser with the same cookies, like that of someone who has stolen or copied them. */
  copy(address?: string): Browser;
}

export type Answer = LightMyRequestResponse;

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

export function createBrowser(
  app: FastifyInstance,
  address: string,
  jar: Map<string, string> = new Map(),
): Browser {
  let asked: { readonly 'accept-language'?: string } = {};
  const send = async (options: Sent): Promise<Answer> => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      ...options,
      remoteAddress: address,
      headers: {
        'user-agent': AGENT,
        ...asked,
        ...options.headers,
        ...(cookies && { cookie: cookies }),
      },
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const get: Browser['get'] = (url, headers = {}) => send({ method: 'GET', url, headers });
  const postPlain: Browser['postPlain'] = (url, fields) =>
    send({
      method: 'POST',
      url,
      payload: encodeForm(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    address,
    get,
    postPlain,
    // This page has a form, and everyone may see it.
    post: async (url, fields = {}) =>
      postPlain(url, { [CSRF_FIELD]: readFormToken(await get('/forgot-password')), ...fields }),
    speak: (language) => {
      asked = { 'accept-language': language };
    },
    cookie: (name) => jar.get(name) ?? null,
    setCookie: (name, value) => void jar.set(name, value),
    copy: (from = address) => createBrowser(app, from, new Map(jar)),
  };
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** Reads the token in the first form of a page. */
export function readFormToken(answer: Answer): string {
  return readHidden(answer, CSRF_FIELD);
}

/** Reads the value of a hidden field. */
export function readHidden(answer: Answer, name: string): string {
  const field = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`);
  const value = field.exec(answer.body)?.[1];
  assert(value !== undefined, `the page has a hidden field ${name}: ${answer.statusCode}`);
  return value.replaceAll('&#34;', '"').replaceAll('&amp;', '&').replaceAll('&#38;', '&');
}
