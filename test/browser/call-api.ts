import assert from 'node:assert/strict';
import { request } from 'undici';

/** A call as apps and scripts make it, beside the browser. */
export async function callApi(
  url: string,
  token: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  assert.equal(answer.statusCode, 200, `${url}: ${text}`);
  return JSON.parse(text);
}
