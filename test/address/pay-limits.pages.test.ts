import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { StrangerQueue } from '../../src/address/stranger-queue.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { NETWORK_CALLBACKS, NETWORK_LOOK_UPS, QR_DRAWINGS } from '../../src/web/limits.ts';
import { startAccounts } from '../support/account-world.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { textField } from '../support/fields.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { readText } from '../support/page-visitor.ts';

/** What strangers may cost: the clock of limits stands still, so that nothing comes back. */
const clock = { ...createMovableClock(), monotonicMs: () => 0 };

const limited = async () => {
  const rateLimit = {
    isOn: true,
    requestsPerSec: 10_000,
    paymentsPerSec: 10_000,
    paymentsBurst: 10_000,
  };
  const own = await startAccounts({ after }, { config: { rateLimit }, server: { clock } });
  const { user } = await own.addPerson();
  await own.deps.addressNames.claimName(user.id, 'bob', own.clock.now(), null);
  return own;
};
const post = (browser: Browser) => browser.postPlain('/pay/bob', { amount: '1' });

test('wallets and pages share the limits of a network', async () => {
  const own = await limited();
  const browser = own.browser('198.51.100.1');
  const statuses: number[] = [];
  for (let count = 0; count < NETWORK_CALLBACKS.burst; count += 1) {
    statuses.push((await post(browser)).statusCode);
  }
  assert.ok(!statuses.includes(500) && statuses.includes(303), statuses.join(' '));
  const refused = await post(browser);
  assert.equal(refused.statusCode, 429);
  assert.match(readText(refused), /asked for many invoices .* Try again in 1 second\./);
  const callback = await browser.get('/lnurlp/bob/callback?amount=1000');
  assert.match(textField(callback.json(), 'reason'), /Too many requests/);
  assert.equal((await post(own.browser('198.51.100.2'))).statusCode, 303);
  for (let count = 0; count < NETWORK_LOOK_UPS.burst; count += 1) {
    assert.equal((await browser.get('/pay/bob')).statusCode, 200);
  }
  for (const path of ['/pay/bob', '/pay/bob/x', '/pay/bob/x/state']) {
    const often = await browser.get(path);
    assert.deepEqual([often.statusCode, often.headers['retry-after']], [429, '1'], path);
  }
});

test('QR codes of strangers have a share of their own; without one, the page is still of use', async () => {
  const own = await limited();
  const pages: Answer[] = [];
  for (let count = 0; count <= QR_DRAWINGS.burst; count += 1) {
    const browser = own.browser(`198.51.100.${count}`);
    const { location } = (await post(browser)).headers;
    pages.push(await browser.get(String(location)));
  }
  const withCode = pages.filter(({ body }) => body.includes('<svg class="qr"'));
  assert.equal(withCode.length, QR_DRAWINGS.burst);
  const last = pages.at(-1) ?? assert.fail('there are pages');
  assert.match(readText(last), /The QR code cannot be drawn right now/);
  const decoded = decodeBolt11(/href="lightning:(ln[a-z0-9]+)"/.exec(last.body)?.[1] ?? '');
  assert(decoded.ok, 'the invoice can still be copied and opened');
  const found = await own.deps.invoices.findInvoiceByHash(decoded.value.paymentHash);
  const picture = `/qr/${found?.invoice.identifier}.svg`;
  const other = await own.browser('203.0.113.1').get(picture);
  assert.equal(other.statusCode, 200, 'those of users are drawn');
});

test('a payer who would wait too long for their turn is told so, and keeps what they typed', async () => {
  const strangerQueue: StrangerQueue = { run: async () => null };
  const own = await startAccounts({ after }, { server: { strangerQueue } });
  const { user } = await own.addPerson();
  await own.deps.addressNames.claimName(user.id, 'bob', own.clock.now(), null);
  const answer = await own.browser().postPlain('/pay/bob', { amount: '21', comment: 'kept' });
  assert.equal(answer.statusCode, 429);
  assert.match(readText(answer), /Many people ask for invoices .* Try again in a minute/);
  assert.match(answer.body, /value="21"/);
  assert.match(answer.body, /value="kept"/);
});
