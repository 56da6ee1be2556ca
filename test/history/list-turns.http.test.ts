import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { TokenStore } from '../../src/authorization/token-store.ts';
import { MAX_WAITING_FOR_TURN } from '../../src/web/limits.ts';
import { TEST_CONFIG } from '../support/compose-api.ts';
import { pipeline } from '../support/pipelined.ts';
import { createStandingClock } from '../support/standing-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** A list is read in a turn of its user, so that many of them hold up no one else. */

const COUNT = MAX_WAITING_FOR_TURN + 10;
const reads: (() => void)[] = [];

/** Stores whose lists begin to be read and wait until the test lets them. */
const withGate = (tokens: TokenStore): TokenStore => ({
  ...tokens,
  findCaller: async (hash, newest) => {
    if (newest) {
      const { promise, resolve } = Promise.withResolvers<void>();
      reads.push(resolve);
      await promise;
    }
    return await tokens.findCaller(hash, newest);
  },
});

const rateLimit = { ...TEST_CONFIG.rateLimit, isOn: true, requestsPerSec: 10 * COUNT };
const api = await startWalletApi({ after }, { rateLimit }, (_, deps) => ({
  clock: createStandingClock(),
  tokens: withGate(deps.tokens),
}));
await api.app.listen({ port: 0, host: '127.0.0.1' });

const settle = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** An accepted token is known from then on. */
async function addKnownUser() {
  const user = await api.addUser();
  assert.equal((await user.get('/balance')).status, 200);
  const headers = { authorization: `Bearer ${user.token}` };
  return { ...user, headers };
}

/** Lets all lists end, and answers how many were read. */
async function endAll(lists: Promise<unknown>): Promise<number> {
  let isOver = false;
  let count = 0;
  void lists.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await settle();
    for (const read of reads.splice(0)) {
      count += 1;
      read();
    }
  }
  return count;
}

for (const path of ['/invoices', '/invoices/incoming', '/invoices/outgoing']) {
  test(`of 95 times ${path} over one connection that hangs up, one is read`, async () => {
    const alice = await addKnownUser();
    const many = await pipeline(api.app, { path, headers: alice.headers }, 95);
    await settle();
    assert.equal(reads.length, 1);
    await many.hangUp();
    const next = alice.get(path);
    assert.equal(await endAll(next), 2, 'the one that had begun, and the next');
    assert.equal((await next).status, 200);
  });
}

test('who reads too many lists at once is refused, and others are not', async () => {
  const [alice, bob] = [await addKnownUser(), await addKnownUser()];
  const all = Array.from({ length: COUNT }, () => alice.get('/invoices'));
  await settle();
  assert.equal(reads.length, 1);
  const other = bob.get('/invoices');
  await settle();
  assert.equal(reads.length, 2, 'another user does not wait');
  const balance = await alice.get('/balance');
  assert.equal(balance.status, 200, 'what is no list needs no turn');
  await endAll(Promise.all([...all, other]));
  const answers = await Promise.all(all);
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, COUNT - 1 - MAX_WAITING_FOR_TURN);
  assert.deepEqual(refused[0]?.body, { code: 1, error: true, message: 'Too many requests' });
  assert.equal(refused[0]?.headers['retry-after'], '1');
  assert.equal((await other).status, 200);
});

test('a token that is refused gives its turn back', async () => {
  const headers = { authorization: 'Bearer sat_pat_nobody' };
  const refused = await Promise.all(
    Array.from({ length: 10 }, () => {
      const answer = api.call('GET', '/invoices', { headers });
      return endAll(answer).then(() => answer);
    }),
  );
  assert(refused.every(({ status }) => status === 401));
});

test('a list that cannot be meant gives its turn back', async () => {
  const alice = await addKnownUser();
  assert.equal((await alice.get('/webhook_endpoints/%00/deliveries')).status, 400);
  const next = alice.get('/invoices');
  await settle();
  assert.equal(reads.length, 1, 'the next one does not wait');
  await endAll(next);
});
