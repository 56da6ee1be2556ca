import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import {
  BODY_KIB,
  MAX_OPEN_BODY_BYTES,
  MAX_OPEN_BODY_BYTES_OF_NETWORK,
} from '../../src/web/limits.ts';
import { createBodyBounds } from '../../src/web/rate-limits/body-bounds.ts';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { readAnswer, sendHead } from '../support/half-request.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const rateLimit = { isOn: true, requestsPerSec: 1000, paymentsPerSec: 50, paymentsBurst: 100 };
/** No allowance grows back. */
const STILL: Clock = { ...createMovableClock(), monotonicMs: () => 0 };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('bytes of bodies', () => {
  const KIB = 1024;

  test('a network of strangers has an allowance, and so has each user', () => {
    const bounds = createBodyBounds(STILL);
    const stranger = { address: '2001:db8::1', userId: null };
    const neighbour = { address: '2001:db8::2', userId: null };
    const user = { address: '2001:db8::1', userId: 'u' };
    assert.equal(bounds.take(stranger, (BODY_KIB.burst - 1) * KIB).isAllowed, true);
    assert.equal(bounds.take(neighbour, 2 * KIB).isAllowed, false);
    assert.equal(bounds.take(neighbour, 1).isAllowed, true, 'a small one still fits');
    assert.equal(bounds.take(user, KIB).isAllowed, true);
    const { isAllowed, retryAfterSec } = bounds.take(stranger, 500 * KIB);
    assert.deepEqual([isAllowed, retryAfterSec], [false, 1]);
  });

  test('1,500 half-sent bodies of one network lie within its bound, and go when they end', () => {
    const bounds = createBodyBounds(STILL);
    const bodies = Array.from({ length: 1500 }, () => bounds.open('192.0.2.1'));
    const refusals = bodies.map((body) => {
      const refused = body.add(250_000);
      if (refused !== null) body.close();
      return refused;
    });
    assert(bounds.openBytes() <= MAX_OPEN_BODY_BYTES_OF_NETWORK);
    assert.equal(refusals.filter((status) => status === 429).length, 1500 - 16);
    assert.equal(bounds.open('192.0.2.2').add(1), null, 'others are not refused');
    for (const body of bodies) body.close();
    for (const body of bodies) body.close();
    assert.equal(bounds.openBytes(), 1);
  });

  test('all networks together have a bound', () => {
    const bounds = createBodyBounds(STILL);
    const refusals = Array.from({ length: 20 }, (_, at) => {
      const body = bounds.open(`10.0.${at}.1`);
      const status = body.add(4_000_000);
      if (status !== null) body.close();
      return status;
    });
    assert(bounds.openBytes() <= MAX_OPEN_BODY_BYTES);
    assert(refusals.includes(503));
    assert(!refusals.includes(429));
  });
});

describe('over HTTP', async () => {
  const api = await startWalletApi({ after }, { rateLimit }, { clock: STILL });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(api.app.listeningOrigin).port);
  const alice = await api.addUser();

  test('mid-size bodies of a stranger are refused by their bytes', async () => {
    const payload = `token=${'a'.repeat(16_000)}`;
    let status = 400;
    let sent = 0;
    for (; status === 400 && sent < 900; sent += 1) {
      const order = { method: 'POST', url: '/oauth/revoke', headers: FORM, payload } as const;
      status = (await api.app.inject({ ...order, remoteAddress: '203.0.113.7' })).statusCode;
    }
    assert.equal(status, 429);
    assert.equal(sent, BODY_KIB.burst / 16 + 1);
  });

  test('a user who sends too many bytes is told when to go on, before the body', async () => {
    const body = (size: number) => `{"amount":1,"x":"${'x'.repeat(size)}"}`;
    const statuses = new Map<number, number>();
    for (let count = 0; count < 20; count += 1) {
      const { status, body: answer, headers } = await alice.post('/invoices', body(250_000));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 429) continue;
      assert.equal(field(answer, 'code'), 1);
      assert.equal(headers['retry-after'], '1');
    }
    assert.deepEqual(
      [...statuses],
      [
        [200, 4],
        [429, 16],
      ],
    );
    const other = await api.addUser();
    assert.equal((await other.post('/invoices', body(250_000))).status, 200);
  });

  test('half-sent bodies are refused beyond the bound of their network, and end', async () => {
    const bob = await api.addUser();
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${bob.token}`,
    };
    const half = `30000\r\n${' '.repeat(0x30000)}\r\n`;
    const sockets = Array.from({ length: 30 }, () => {
      const socket = sendHead(port, { path: '/invoices', length: 'chunked', headers });
      socket.write(half);
      return socket;
    });
    const held = Math.floor(MAX_OPEN_BODY_BYTES_OF_NETWORK / 0x30000);
    const refused: string[] = [];
    for (const socket of sockets) {
      void readAnswer(socket).then(({ status, text }) => {
        if (status === 429) refused.push(text);
      });
    }
    await eventually('the bodies beyond the bound are refused', () =>
      refused.length >= sockets.length - held ? true : null,
    );
    for (const text of refused) assert.match(text, /^connection: close/im);
    for (const socket of sockets) socket.destroy();
    assert.equal((await bob.post('/invoices', { amount: 1 })).status, 200);
  });
});
