import assert from 'node:assert/strict';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { encodeForm, type FormFields } from './page-visitor.ts';

/** A browser without scripts whose cookies have a name, a path and an end, as in RFC 6265. */
export interface OauthBrowser {
  get(address: string): Promise<LightMyRequestResponse>;
  post(path: string, fields: FormFields): Promise<LightMyRequestResponse>;
  /** The header with the cookies for a path. */
  cookiesFor(path: string): string;
  setCookie(name: string, value: string): void;
  dropCookie(name: string): void;
}

export function createOauthBrowser(app: FastifyInstance, origin: string): OauthBrowser {
  const cookies = new Map<string, Cookie>();
  const keep = (answer: LightMyRequestResponse): LightMyRequestResponse => {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const cookie = readCookie(line);
      const key = `${cookie.name} ${cookie.path}`;
      if (cookie.isOver) cookies.delete(key);
      else cookies.set(key, cookie);
    }
    return answer;
  };
  const cookiesFor = (path: string): string =>
    [...cookies.values()]
      .filter((cookie) => cookie.path === '/' || `${path}/`.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  const headersFor = (url: string) => ({
    host: new URL(origin).host,
    cookie: cookiesFor(url.split('?')[0] ?? ''),
  });
  return {
    cookiesFor,
    get: async (address) => {
      const url = toPath(address, origin);
      return keep(await app.inject({ method: 'GET', url, headers: headersFor(url) }));
    },
    post: async (url, fields) =>
      keep(
        await app.inject({
          method: 'POST',
          url,
          payload: encodeForm(fields),
          headers: { ...headersFor(url), 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    setCookie: (name, value) => {
      cookies.set(`${name} /`, { name, value, path: '/', isOver: false });
    },
    dropCookie: (name) => {
      for (const [key, cookie] of cookies) if (cookie.name === name) cookies.delete(key);
    },
  };
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly isOver: boolean;
}

function readCookie(line: string): Cookie {
  const [pair = '', ...attributes] = line.split('; ');
  const separator = pair.indexOf('=');
  const find = (name: string): string | undefined =>
    attributes
      .find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return {
    name: pair.slice(0, separator),
    value: pair.slice(separator + 1),
    path: find('path') ?? '/',
    isOver: find('expires')?.includes('1970') ?? false,
  };
}

function toPath(address: string, origin: string): string {
  const url = new URL(address, origin);
  assert.equal(url.origin, origin, `${address} is on our side`);
  return url.pathname + url.search;
}
