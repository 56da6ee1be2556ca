import assert from 'node:assert/strict';
import { request } from 'undici';
import { encodeForm, type FormFields } from './page-visitor.ts';

/** A browser without scripts that uses the network, keeps cookies and follows redirects. */
export interface WebBrowser {
  /** The text of the page on which the browser ends. */
  get(url: string): Promise<string>;
  /** Sends a form exactly as it is given. */
  post(url: string, fields: FormFields): Promise<string>;
  /** Sends the first form of a page whose action is the page's own path, with its hidden fields. */
  submit(page: string, url: string, fields: FormFields): Promise<string>;
  /** The cookies as a header. */
  cookies(): string;
  /** Another browser with the same cookies, like that of someone who has stolen or copied them. */
  copy(): WebBrowser;
}

export function createWebBrowser(cookies: Map<string, string> = new Map()): WebBrowser {
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (url: string, body: string | null): Promise<string> => {
    const answer = await request(url, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: {
        cookie: header(),
        ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.body.text();
    const { location } = answer.headers;
    return typeof location === 'string' ? send(new URL(location, url).href, null) : text;
  };
  return {
    cookies: header,
    copy: () => createWebBrowser(new Map(cookies)),
    get: (url) => send(url, null),
    post: (url, fields) => send(url, encodeForm(fields)),
    submit: (page, url, fields) => {
      const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      assert(hidden.length > 0, 'the page has a form');
      const kept = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
      const { origin, pathname } = new URL(url);
      return send(`${origin}${pathname}`, encodeForm({ ...kept, ...fields }));
    },
  };
}
