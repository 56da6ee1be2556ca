import assert from 'node:assert/strict';
import { Pool } from 'undici';

/** Makes calls over persistent connections, one call at a time on each. */
export interface HttpClient {
  get(path: string, headers?: Headers): Promise<string>;
  post(path: string, body: object, headers?: Headers): Promise<string>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

const MAX_CONNECTIONS = 64;

export function openHttpClient(origin: string, tlsCaPem: string | null = null): HttpClient {
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    ...(tlsCaPem !== null && { connect: { ca: tlsCaPem } }),
  });
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    options: { headers?: Headers; body?: string },
  ): Promise<string> => {
    const { statusCode, body } = await pool.request({ method, path, ...options });
    const text = await body.text();
    assert.equal(statusCode, 200, `${method} ${path}: ${text}`);
    return text;
  };
  return {
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) =>
      call('POST', path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    close: () => pool.close(),
  };
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
