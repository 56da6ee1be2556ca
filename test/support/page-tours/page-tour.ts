import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { CSRF_FIELD } from '../../../src/web/pages/forms.ts';
import type { Page } from '../../../src/web/pages/page.ts';
import type { FormFields } from '../page-visitor.ts';
import { submitForm } from '../submit-form.ts';
import { wordsOfItsOwn } from './pseudo-language.ts';

interface AnyBrowser {
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, fields: FormFields): Promise<LightMyRequestResponse>;
}

/**
 * Visits pages in the pseudo-language, and checks that no page has words that are not translated.
 */
export interface PageTour {
  /** The paths of the page list that were shown. */
  readonly seen: ReadonlySet<string>;
  check(answer: LightMyRequestResponse, at: string): LightMyRequestResponse;
  /** Wraps a browser so that all its pages are checked. */
  with(browser: AnyBrowser): TourBrowser;
}

export interface TourBrowser extends AnyBrowser {
  /** Opens these pages, all of which must be shown, and returns the last one. */
  open(...paths: readonly string[]): Promise<LightMyRequestResponse>;
  /** Opens a page, sends its form, and opens the page that this leads to. */
  submit(path: string, fields?: FormFields): Promise<LightMyRequestResponse>;
  /** Sends a form that is on another page. */
  send(path: string, fields?: FormFields): Promise<LightMyRequestResponse>;
}

export function startTour(pages: readonly Page[], data: readonly string[]): PageTour {
  const seen = new Set<string>();
  const check: PageTour['check'] = (answer, at) => {
    if (!String(answer.headers['content-type']).startsWith('text/html')) return answer;
    assert.match(answer.body, /⟦/, `${at} is in the pseudo-language`);
    assert.deepEqual(wordsOfItsOwn(answer.body, data), [], at);
    return answer;
  };
  const checked = (browser: AnyBrowser): AnyBrowser => ({
    get: async (address) => {
      const answer = check(await browser.get(address), address);
      if (answer.statusCode === 200) seen.add(patternOf(pages, address));
      return answer;
    },
    post: async (path, fields) =>
      check(await browser.post(path, fields), `${path} ${JSON.stringify(fields)}`),
  });
  return { seen, check, with: (browser) => tourWith(checked(browser)) };
}

function tourWith(browser: AnyBrowser): TourBrowser {
  let csrfToken = '';
  const get = async (address: string): Promise<LightMyRequestResponse> => {
    const answer = await browser.get(address);
    csrfToken = /name="csrf_token" value="([^"]*)"/.exec(answer.body)?.[1] ?? csrfToken;
    return answer;
  };
  const { post } = browser;
  const follow = async (answer: LightMyRequestResponse): Promise<LightMyRequestResponse> => {
    const { location } = answer.headers;
    return location?.startsWith('/') === true ? await get(location) : answer;
  };
  const open: TourBrowser['open'] = async (...paths) => {
    let last: LightMyRequestResponse | null = null;
    for (const path of paths) {
      last = await get(path);
      assert.equal(last.statusCode, 200, path);
    }
    return last ?? assert.fail('there is a path');
  };
  return {
    get,
    post,
    open,
    submit: async (path, fields) => follow(await submitForm({ get, post }, path, fields)),
    send: async (path, fields = {}) =>
      follow(await post(path, { [CSRF_FIELD]: csrfToken, ...fields })),
  };
}

/** The target of the first link that matches. */
export function findLink({ body }: LightMyRequestResponse, pattern: RegExp): string {
  const links = [...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link]) =>
    unescaped(link ?? ''),
  );
  const found = links.find((link) => pattern.test(link));
  assert(found !== undefined, `a link is like ${pattern}`);
  return found;
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** The path in the page list that stands for an address. */
function patternOf(pages: readonly Page[], address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const page = pages
    .filter(({ method }) => method === 'GET')
    .find((one) => new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
  return page?.path ?? path;
}
