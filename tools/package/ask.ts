import assert from 'node:assert/strict';
import { request } from 'undici';

/** Calls the API as a program of someone else would. */
export const readJson = (url: string, token: string): Promise<unknown> => ask(url, token, null);

export const postJson = (url: string, token: string, body: object): Promise<unknown> =>
  ask(url, token, body);

async function ask(url: string, token: string, order: object | null): Promise<unknown> {
  const authorization = `Bearer ${token}`;
  const { statusCode, body } = await request(url, {
    ...(order !== null && { method: 'POST', body: JSON.stringify(order) }),
    headers: { authorization, ...(order !== null && { 'content-type': 'application/json' }) },
  });
  const answer = await body.text();
  assert.equal(statusCode, 200, answer);
  return JSON.parse(answer);
}
