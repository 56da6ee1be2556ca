import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { textField } from '../../test/support/wallet-user.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import type { Person } from '../people.ts';
import { signedIn } from '../signed-in.ts';
import type { Stage } from '../stage.ts';
import type { HostileAttack } from './hostile-attack.ts';

const PAIRS = 600;
const AT_ONCE = 8;
/** The pause between payments, which keeps them below the rate limit of payments. */
const PAYMENT_MS = 250;
const METADATA = { x: 'a'.repeat(14_000) };
/**
 * The longest text that can be searched for. No record contains it, but all contain it without its
 * last letter.
 */
const LONG = `${'a'.repeat(99)}b`;

/**
 * Prepares an attack by a user with 1,200 records of 15 KB, who searches them for 100 letters,
 * again and again.
 */
export async function searchAttack(stage: Stage, person: Person): Promise<HostileAttack> {
  await fillRecords(stage, person);
  const { cookie } = await signedIn(stage, person.caller.userId);
  const headers = { cookie };
  return {
    name: 'searches of large records for 100 letters',
    requests: [{ method: 'GET', path: `/activity?q=${LONG}`, headers }],
    perSec: 20,
    count: null,
    beginMs: 1000,
    readsAnswers: true,
    isProxied: false,
    probe: null,
  };
}

/** Measures how much longer a search for 100 letters takes than one for three. */
export async function measureSearch(
  { service }: Stage,
  { requests: [search] }: HostileAttack,
): Promise<Gauge> {
  assert(search !== undefined);
  const took = async (text: string): Promise<number> => {
    const begunMs = performance.now();
    const path = search.path.replace(LONG, text);
    const answer = await request(service.baseUrl + path, { headers: search.headers });
    await answer.body.text();
    assert.equal(answer.statusCode, 200);
    return performance.now() - begunMs;
  };
  await took('aab');
  const value = (await took(LONG)) / (await took('aab'));
  return { name: 'a search for 100 letters, compared with 3', value, unit: 'times', atMost: 3 };
}

async function fillRecords({ http }: Stage, { token }: Person): Promise<void> {
  const headers = bearer(token);
  let begun = 0;
  const payNext = async (): Promise<void> => {
    while (begun < PAIRS) {
      begun += 1;
      const order = { amount: 1, description: 'a'.repeat(600), metadata: METADATA };
      const made: unknown = JSON.parse(await http.post('/invoices', order, headers));
      const invoice = textField(made, 'payment_request');
      await http.post('/payments/bolt11', { invoice }, headers);
      await wait(PAYMENT_MS);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, payNext));
}
