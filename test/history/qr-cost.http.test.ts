import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADDRESS_PICTURES } from '../../src/history/limits.ts';
import { ADDRESS_DOCUMENTS, MAX_QR_TEXT_LENGTH, QR_DRAWINGS } from '../../src/web/limits.ts';
import { textField } from '../support/fields.ts';
import { startWalletApi, type WalletApi } from '../support/wallet-api.ts';

/** What pictures of QR codes may cost: the clock stands still, so that nothing comes back. */
const rateLimit = {
  isOn: true,
  requestsPerSec: 10_000,
  paymentsPerSec: 10_000,
  paymentsBurst: 10_000,
};
const base = await startWalletApi({ after });
const clock = { ...base.clock, monotonicMs: () => 0 };

async function startWith(bolt11Of: (identifier: string) => string): Promise<WalletApi> {
  const history = {
    ...base.deps.history,
    findBolt11ByIdentifier: async (identifier: string) => bolt11Of(identifier),
  };
  return await startWalletApi({ after }, { rateLimit }, { history, clock });
}

const identifierOf = (n: number): string => `A${n}`.padEnd(24, 'x');

const ask = (api: WalletApi, path: string, remoteAddress: string) =>
  api.app.inject({ url: path, remoteAddress });

test('one address gets a few pictures, and its other calls are not touched', async () => {
  const api = await startWith(() => 'lnbcrt1same');
  const statuses: number[] = [];
  for (let n = 0; n < ADDRESS_PICTURES.rate.burst + 5; n += 1) {
    const format = n % 2 === 0 ? 'png' : 'svg';
    statuses.push((await ask(api, `/qr/${identifierOf(n)}.${format}`, '192.0.2.1')).statusCode);
  }
  const expected = statuses.map((_, n) => (n < ADDRESS_PICTURES.rate.burst ? 200 : 429));
  assert.deepEqual(statuses, expected);
  const refused = await ask(api, `/qr/${identifierOf(0)}.png`, '192.0.2.1');
  assert.deepEqual(refused.json(), { code: 1, error: true, message: 'Too many requests' });
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await ask(api, '/health', '192.0.2.1')).statusCode, 200);
  assert.equal((await ask(api, `/qr/${identifierOf(0)}.png`, '192.0.2.2')).statusCode, 200);
});

test('all callers together have a limited number drawn; what is kept is for all', async () => {
  const api = await startWith((identifier) => `lnbcrt1${identifier}`);
  const statuses: number[] = [];
  const from = (n: number): string => `198.18.${n % 200}.1`;
  for (let n = 0; n < QR_DRAWINGS.burst + 5; n += 1) {
    statuses.push((await ask(api, `/qr/${identifierOf(n)}.svg`, from(n))).statusCode);
  }
  const expected = statuses.map((_, n) => (n < QR_DRAWINGS.burst ? 200 : 429));
  assert.deepEqual(statuses, expected);
  for (let n = 0; n < QR_DRAWINGS.burst; n += 1) {
    const again = await ask(api, `/qr/${identifierOf(n)}.svg`, from(n));
    assert.equal(again.statusCode, 200);
  }
});

test('a picture holds texts up to a bound', async () => {
  const prefix = 'LIGHTNING:lnbcrt1'.length;
  const api = await startWith((identifier) => {
    const length = MAX_QR_TEXT_LENGTH - prefix + (identifier.startsWith('A1') ? 1 : 0);
    return `lnbcrt1${'q'.repeat(length)}`;
  });
  assert.equal((await ask(api, `/qr/${identifierOf(0)}.svg`, '192.0.2.3')).statusCode, 200);
  assert.equal((await ask(api, `/qr/${identifierOf(1)}.svg`, '192.0.2.3')).statusCode, 404);
});

test('an invoice with the longest description has its picture', async () => {
  const alice = await base.addUser();
  const description = 'd'.repeat(639);
  const { body } = await alice.post('/invoices', { amount: 21, description });
  const { pathname } = new URL(textField(body, 'qr_code_png'));
  assert.equal((await base.app.inject(pathname)).statusCode, 200);
});

test('the script of the reference page has a limit of its own for each address', async () => {
  const api = await startWith(() => '');
  const statuses: number[] = [];
  for (let n = 0; n < ADDRESS_DOCUMENTS.rate.burst + 5; n += 1) {
    statuses.push((await ask(api, '/docs/reference.js', '192.0.2.9')).statusCode);
  }
  const expected = statuses.map((_, n) => (n < ADDRESS_DOCUMENTS.rate.burst ? 200 : 429));
  assert.deepEqual(statuses, expected);
  assert.equal((await ask(api, '/docs', '192.0.2.9')).statusCode, 200);
  assert.equal((await ask(api, '/docs/reference.js', '192.0.2.10')).statusCode, 200);
});
