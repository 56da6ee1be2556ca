import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { MAX_BODY_BYTES } from '../../src/base/limits.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
await api.app.listen({ host: '127.0.0.1', port: 0 });
const port = Number(new URL(api.app.listeningOrigin).port);
const alice = await api.addUser();
const json = { 'content-type': 'application/json' };

/** Sends bytes as they are and reads until the server closes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return text;
}

const bodyOf = (answer: string): unknown =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

test('a body up to 256 KiB', async () => {
  const sized = (bytes: number): string => {
    const frame = '{"amount":1,"unknown":""}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  assert.equal((await alice.post('/invoices', sized(MAX_BODY_BYTES))).status, 200);
  const large = await alice.post('/invoices', sized(MAX_BODY_BYTES + 1));
  assert.equal(large.status, 413);
  assert.equal(field(large.body, 'code'), 8);
});

test('a body is JSON, whatever its charset is said to be', async () => {
  const body = '{"amount":1}';
  for (const type of ['application/json; charset=utf-8', 'application/JSON', 'application/json;']) {
    assert.equal((await alice.post('/invoices', body, { 'content-type': type })).status, 200, type);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const answer = await alice.post('/invoices', body, { 'content-type': type });
    assert.equal(answer.status, 415, type);
    assert.equal(field(answer.body, 'code'), 8);
  }
});

test('a type on a call without a body does no harm', async () => {
  assert.equal((await alice.get('/balance', json)).status, 200);
});

test('a token is looked at before a body is', async () => {
  const answer = await api.call('POST', '/invoices', { headers: json, body: '{'.repeat(300_000) });
  assert.equal(answer.status, 401);
});

test('addresses that cannot be read are refused in JSON', async () => {
  for (const path of ['/invoices/%', '/invoices/%E0%A4%A', '/%']) {
    const answer = await alice.get(path);
    assert.equal(answer.status, 400, path);
    assert.equal(field(answer.body, 'code'), 8);
  }
  const long = await api.call('GET', `/decode/bolt11/${'a'.repeat(9000)}`);
  assert(long.status === 404 || long.status === 414);
  assert.equal(field(long.body, 'error'), true);
});

test('what is no HTTP is refused in JSON', async () => {
  const answer = await sendRaw('HELLO\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.equal(field(bodyOf(answer), 'code'), 8);
});

test('headers beyond 16 KiB are refused in JSON', async () => {
  const header = `x-long: ${'x'.repeat(20_000)}`;
  const answer = await sendRaw(`GET /health HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 431 /);
  assert.equal(field(bodyOf(answer), 'error'), true);
});

test('of two idempotency keys none is taken', async () => {
  const order = (...keys: string[]): string =>
    `${[
      'POST /invoices HTTP/1.1',
      'host: x',
      `authorization: Bearer ${alice.token}`,
      'content-type: application/json',
      'content-length: 12',
      'connection: close',
      ...keys.map((key) => `Idempotency-KEY: ${key}`),
    ].join('\r\n')}\r\n\r\n{"amount":1}`;
  for (const keys of [
    ['a', 'b'],
    ['a', 'a'],
  ]) {
    const answer = await sendRaw(order(...keys));
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(field(bodyOf(answer), 'code'), 8);
  }
  assert.match(await sendRaw(order('a, b')), /^HTTP\/1\.1 200 /, 'one key may hold a comma');
});

test('a fault is told in a general sentence; its story is in the log, without secrets', async () => {
  const broken = await startWalletApi(
    { after },
    {},
    {
      history: {
        ...api.deps.history,
        findByHash: async () => {
          throw new Error('disk of db-7 is full: Bearer sat_pat_secret');
        },
      },
    },
  );
  const user = await broken.addUser();
  const answer = await user.get(`/invoices/${'4f'.repeat(32)}`);
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, {
    code: 6,
    error: true,
    message: 'Something went wrong. Please try again later',
  });
  assert.match(broken.logged(), /disk of db-7 is full/);
  assert.match(broken.logged(), /"route":"\/invoices\/:payment_hash"/);
  assert.doesNotMatch(broken.logged(), /sat_pat_secret/);
  assert(!broken.logged().includes(user.token));
});

test('M82 nothing that a caller sent is in the log', async () => {
  const { bolt11 } = api.node.externalInvoice();
  await api.call('GET', `/decode/bolt11/${bolt11}`);
  await alice.post('/invoices', { amount: 1, memo: 'very private', payer_email: 'p@example.com' });
  const log = api.logged();
  for (const secret of [alice.token, bolt11, 'very private', 'p@example.com']) {
    assert(!log.includes(secret), secret);
  }
  assert.match(log, /answered/);
});

test('closing waits for the calls under way and takes no new ones', async () => {
  const other = await startWalletApi({ after });
  const payer = await other.addUser();
  await payer.receive(5000);
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  other.node.plan = { kind: 'hang' };
  const paying = payer.post('/payments/bolt11', { invoice: other.node.externalInvoice().bolt11 });
  await other.sent(1);
  other.stop();
  const [answer] = await Promise.all([paying, other.app.close()]);
  assert.equal(answer.status, 500);
  assert.match(textField(answer.body, 'message'), /pending/);
});

test('the addresses of proxies are believed where the operator says so', async () => {
  const seen: string[] = [];
  const metrics = { observe: () => undefined };
  const proxied = await startWalletApi(
    { after },
    { trustedProxies: ['192.0.2.0/24'] },
    { metrics },
  );
  proxied.app.addHook('onRequest', async (request) => void seen.push(request.ip));
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  await proxied.app.inject({ url: '/health', remoteAddress: '192.0.2.1', headers });
  await proxied.app.inject({ url: '/health', remoteAddress: '198.51.100.1', headers });
  assert.deepEqual(seen, ['203.0.113.7', '198.51.100.1']);
});
