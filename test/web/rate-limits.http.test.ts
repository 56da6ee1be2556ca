import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../support/api-user.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Small numbers, and a clock that stands still: nothing comes back while the test runs. */
async function startLimited() {
  const rateLimit = { isOn: true, requestsPerSec: 5, paymentsPerSec: 2, paymentsBurst: 4 };
  const base = await startWalletApi({ after });
  let ms = 0;
  const clock = { ...base.clock, monotonicMs: () => ms };
  const api = await startWalletApi({ after }, { rateLimit }, { clock });
  return { api, wait: (byMs: number) => (ms += byMs) };
}

const { api, wait } = await startLimited();

async function repeat(times: number, call: () => Promise<Answer>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await call()).status);
  return statuses;
}

test('calls are counted by token', async () => {
  const [alice, bob] = [await api.addUser(), await api.addUser()];
  const statuses = await repeat(7, () => alice.get('/balance'));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  assert.equal((await bob.get('/balance')).status, 200);
  wait(200);
  assert.deepEqual(await repeat(2, () => alice.get('/balance')), [200, 429]);
});

test('a refusal is JSON with what the caller needs to wait', async () => {
  const alice = await api.addUser();
  const first = await alice.get('/balance');
  assert.equal(first.headers['x-rate-limit-limit'], '5');
  assert.equal(first.headers['x-rate-limit-remaining'], '4');
  assert.equal(first.headers['retry-after'], undefined);
  await repeat(4, () => alice.get('/balance'));
  api.takeStatements();
  const refused = await alice.get('/balance');
  assert.equal(refused.status, 429);
  assert.deepEqual(refused.body, { code: 1, error: true, message: 'Too many requests' });
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['x-rate-limit-remaining'], '0');
  const resetsAtSec = Number(refused.headers['x-rate-limit-reset']);
  const nowSec = api.clock.now().getTime() / 1000;
  assert(resetsAtSec > nowSec && resetsAtSec < nowSec + 3);
  assert.deepEqual(api.takeStatements(), [], 'it costs the database nothing');
});

test('payments have a count of their own, with a burst', async () => {
  const alice = await api.addUser();
  const pay = () => alice.post('/payments/bolt11', { invoice: 'x' });
  assert.deepEqual(await repeat(5, pay), [400, 400, 400, 400, 429]);
  assert.equal((await alice.get('/balance')).status, 200);
  wait(500);
  assert.deepEqual(await repeat(2, pay), [400, 429]);
});

test('the same token in another spelling is the same caller', async () => {
  const { token } = await api.addUser();
  const spellings = [token, `Bearer ${token}`, `bearer  ${token}`, ` ${token} `, `BEARER ${token}`];
  for (const authorization of spellings) {
    await api.call('GET', '/balance', { headers: { authorization } });
  }
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await api.call('GET', '/balance', { headers })).status, 429);
});

test('calls without a token are counted by address', async () => {
  const from = (address: string) => () =>
    api.app
      .inject({ url: '/health', remoteAddress: address })
      .then(({ statusCode, headers, body }) => ({
        status: statusCode,
        headers,
        text: body,
        body: null,
      }));
  assert.deepEqual(await repeat(6, from('192.0.2.1')), [200, 200, 200, 200, 200, 429]);
  assert.deepEqual(await repeat(1, from('192.0.2.2')), [200]);
});

test('an address that tries tokens is shut out before the database is asked', async () => {
  const attempt = (index: number) =>
    api.app.inject({
      url: '/balance',
      remoteAddress: '192.0.2.3',
      headers: { authorization: `Bearer guess-${index}` },
    });
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) statuses.push((await attempt(index)).statusCode);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
});

test('many IPv6 addresses of one network count as one caller', async () => {
  let host = 0;
  const from = (network: string, headers: Record<string, string> = {}) => {
    host += 1;
    const remoteAddress = `${network}::${host.toString(16)}`;
    return api.app.inject({ url: '/balance', remoteAddress, headers });
  };
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const guess = { authorization: `Bearer guess-${host}` };
    statuses.push((await from('2001:db8:0:1', guess)).statusCode);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await from('2001:db8:0:2', { authorization: 'Bearer guess' })).statusCode, 401);
  for (let index = 0; index < 5; index += 1) await from('2001:db8:0:3');
  assert.equal((await from('2001:db8:0:3')).statusCode, 429);
});

test('a token that was accepted lately is heard from an address that guesses', async () => {
  const alice = await api.addUser();
  const from = (token: string) =>
    api.app.inject({
      url: '/balance',
      remoteAddress: '192.0.2.4',
      headers: { authorization: `Bearer ${token}` },
    });
  assert.equal((await from(alice.token)).statusCode, 200);
  for (let index = 0; index < 9; index += 1) await from(`guess-${index}`);
  assert.equal((await from('one-more-guess')).statusCode, 429);
  assert.equal((await from(alice.token)).statusCode, 200);
});

test('off means off', async () => {
  const free = await startWalletApi({ after });
  const alice = await free.addUser();
  const statuses = new Set(await repeat(300, () => alice.get('/balance')));
  assert.deepEqual([...statuses], [200]);
  const answer = await alice.get('/balance');
  assert.equal(answer.headers['x-rate-limit-limit'], undefined);
});
