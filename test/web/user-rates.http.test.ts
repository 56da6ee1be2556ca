import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { USER_RATE_FACTOR } from '../../src/base/limits.ts';
import type { ApiUser } from '../support/api-user.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Small numbers, and a clock that stands still: nothing comes back while the test runs. */
const CALLS = 5;
const PAYMENTS = 4;
const rateLimit = {
  isOn: true,
  requestsPerSec: CALLS,
  paymentsPerSec: 2,
  paymentsBurst: PAYMENTS,
};
const base = await startWalletApi({ after });
let ms = 0;
const clock = { ...base.clock, monotonicMs: () => ms };
const api = await startWalletApi({ after }, { rateLimit }, { clock });

/** Statuses of calls by one token after the other, until each has used up its own count. */
async function useUp(
  tokens: readonly ApiUser[],
  times: number,
  call: (user: ApiUser) => Promise<{ readonly status: number }>,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const token of tokens) {
    for (let index = 0; index < times; index += 1) statuses.push((await call(token)).status);
  }
  return statuses;
}

async function tokensOf(user: ApiUser, count: number): Promise<readonly ApiUser[]> {
  const tokens = [user];
  while (tokens.length < count) {
    tokens.push(await user.withScopes(['balance:read', 'payments:send']));
  }
  return tokens;
}

const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

test('many tokens of a user make no more calls than two would', async () => {
  const [alice, bob] = [await api.addUser(), await api.addUser()];
  const tokens = await tokensOf(alice, 6);
  const statuses = await useUp(tokens, CALLS, (user) => user.get('/balance'));
  assert.equal(count(statuses, 200), CALLS * USER_RATE_FACTOR);
  assert.equal(count(statuses, 429), CALLS * (6 - USER_RATE_FACTOR));
  assert.equal((await bob.get('/balance')).status, 200);
  ms += 1000;
  const last = tokens.at(-1);
  assert(last !== undefined);
  assert.equal((await last.get('/balance')).status, 200);
});

test('payments of all tokens have a count of their own', async () => {
  const alice = await api.addUser();
  const tokens = await tokensOf(alice, 4);
  const pay = (user: ApiUser) => user.post('/payments/bolt11', { invoice: 'x' });
  const statuses = await useUp(tokens, PAYMENTS, pay);
  assert.equal(count(statuses, 400), PAYMENTS * USER_RATE_FACTOR);
  assert.equal(count(statuses, 429), PAYMENTS * (4 - USER_RATE_FACTOR));
  assert.equal((await alice.get('/balance')).status, 200);
});

test('a user who is refused is told when to come again, and costs the database nothing', async () => {
  const alice = await api.addUser();
  const tokens = await tokensOf(alice, 3);
  for (const token of tokens) await token.get('/balance');
  await useUp(tokens, CALLS - 2, (user) => user.get('/balance'));
  api.takeStatements();
  const [, , third] = tokens;
  assert(third !== undefined);
  const refused = await third.get('/balance');
  assert.equal(refused.status, 429);
  assert.deepEqual(refused.body, { code: 1, error: true, message: 'Too many requests' });
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['x-rate-limit-limit'], String(CALLS * USER_RATE_FACTOR));
  assert.deepEqual(api.takeStatements(), []);
});

test('a token that ended takes nothing from its user', async () => {
  const alice = await api.addUser();
  const [, ended] = await tokensOf(alice, 2);
  assert(ended !== undefined);
  assert.equal((await ended.get('/balance')).status, 200);
  for (const { id, scopes } of await api.deps.tokens.listPersonalTokens(alice.user.id)) {
    if (scopes.length > 2) continue;
    await api.deps.tokens.revokeToken({ id, userId: null }, api.clock.now());
  }
  await useUp([ended], CALLS, (user) => user.get('/balance'));
  const statuses = await useUp(await tokensOf(alice, 2), CALLS, (user) => user.get('/balance'));
  assert(count(statuses, 200) >= CALLS * USER_RATE_FACTOR - 2);
});
