import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { systemRandom } from '../../../src/system/system-random.ts';
import { type FormFields, readText } from '../page-visitor.ts';
import type { Visitor } from '../page-world.ts';
import { hiddenFields } from '../submit-form.ts';
import { newAppKey } from './test-pairing.ts';

/** The parameters of the address to which an app sends its user. */
export type Asked = Readonly<Record<string, string>>;

export const PAIRING_PATH = '/apps/new';
export const ASKED = {
  name: 'Zap Reader',
  request_methods: 'get_balance pay_invoice',
  return_to: 'https://zaps.example/back?kept=1',
};

export const newKey = (): string => newAppKey(systemRandom);

export const askPath = (asked: Asked): string => `${PAIRING_PATH}?${new URLSearchParams(asked)}`;

/**
 * Opens the address to which an app sends its user, with a new key unless the parameters name one.
 */
export const ask = (visitor: Visitor, asked: Asked = ASKED): Promise<LightMyRequestResponse> =>
  visitor.get(askPath({ pubkey: newKey(), ...asked }));

export interface Filled {
  readonly page: LightMyRequestResponse;
  readonly form: FormFields;
}

/** Opens the page to which an app leads, and returns it with its form as it is suggested. */
export async function fill(visitor: Visitor, asked: Asked = ASKED): Promise<Filled> {
  const page = await ask(visitor, asked);
  assert.equal(page.statusCode, 200, page.body);
  const typed = /name="amount"[^>]* value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const suggested = { limit: 'some', amount: typed, interval: 'month', connection_end: '365' };
  return { page, form: { ...hiddenFields(page, PAIRING_PATH), ...suggested, decision: 'allow' } };
}

/** The URL that the browser is sent to. */
export function returned(answer: LightMyRequestResponse): URL {
  assert.equal(answer.statusCode, 303, answer.body);
  return new URL(String(answer.headers.location));
}

/** What the page's script is to tell the waiting window. */
export function toldBy(answer: LightMyRequestResponse): unknown {
  const told = /data-pairing="([^"]*)"/.exec(answer.body)?.[1];
  assert(told !== undefined, readText(answer));
  return JSON.parse(told.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));
}
