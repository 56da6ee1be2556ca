import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { testAccess } from '../support/access-checks.ts';
import { AMOUNT_TRICKS, DIGITS_TRICKS } from '../support/amount-tricks.ts';
import { field, textField } from '../support/fields.ts';
import { addPayer, checkRefusal, testAmounts } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/payments/bolt11';
const amountless = api.node.externalInvoice({ amountMsat: null }).bolt11;
const priced = api.node.externalInvoice().bolt11;

testAccess(api, 'payments:send', { method: 'POST', path, body: { invoice: 'lnbc1' } });
const tricks = [...AMOUNT_TRICKS, ...DIGITS_TRICKS];
testAmounts(api, path, (amount) => `{"invoice":"${amountless}","amount":${amount}}`, tricks);
testAmounts(api, path, (amount) => `{"invoice":"${priced}","amount":${amount}}`, tricks);

test('pays an invoice of another node', async () => {
  const payer = await addPayer(api);
  const invoice = api.node.externalInvoice({ memo: 'Groceries' });
  const { status, body } = await payer.post(path, { invoice: invoice.bolt11 });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    amount: 1000,
    description: 'Groceries',
    destination: textField(body, 'destination'),
    fee: 1,
    payment_hash: invoice.paymentHash,
    payment_preimage: invoice.preimage,
    payment_request: invoice.bolt11,
  });
  assert.equal(await payer.balanceSat(), 10_000 - 1001);
});

test('an invoice with blinded paths is handed to the node', async () => {
  const payer = await addPayer(api);
  const { bolt11, preimage } = api.node.externalInvoice({ secretless: 'blinded' });
  const { status, body } = await payer.post(path, { invoice: bolt11 });
  assert.equal(status, 200);
  assert.equal(field(body, 'payment_preimage'), preimage);
  const order = api.node.sent.at(-1);
  assert(order?.kind === 'bolt11');
  assert.deepEqual([order.bolt11, order.amountMsat], [bolt11, null]);
});

test('an invoice of before 2021 has no payment secret, and is refused for that reason', async () => {
  const payer = await addPayer(api);
  const sentBefore = api.node.sent.length;
  const { bolt11 } = api.node.externalInvoice({ secretless: 'old' });
  const detail = 'The invoice is of an old kind, without a payment secret. It cannot be paid.';
  const answer = await payer.post(path, { invoice: bolt11 });
  checkRefusal(answer, 400, 8, detail);
  assert.equal(api.node.sent.length, sentBefore);
  assert.equal(await payer.balanceSat(), 10_000);
});

test('45 a bitcoin address in place of an invoice is refused by that name', async () => {
  const payer = await addPayer(api);
  const detail = 'This is a bitcoin address, not a Lightning invoice.';
  for (const address of [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ]) {
    checkRefusal(await payer.post(path, { invoice: address }), 400, 8, detail);
  }
  assert.equal(await payer.balanceSat(), 10_000);
});

test('an AMP invoice is refused by that name', async () => {
  const payer = await addPayer(api);
  const sentBefore = api.node.sent.length;
  const { bolt11 } = api.node.externalInvoice({ featureBits: [8, 14, 30] });
  const detail = 'This is an AMP invoice, which cannot be paid here. Ask for an ordinary one.';
  checkRefusal(await payer.post(path, { invoice: bolt11 }), 400, 8, detail);
  assert.equal(api.node.sent.length, sentBefore);
  assert.equal(await payer.balanceSat(), 10_000);
});

test('a fraction of a sat is paid in full, and the payer pays whole ones', async () => {
  const payer = await addPayer(api);
  api.node.plan = { kind: 'succeed', feeMsat: msat(1n) };
  const { bolt11 } = api.node.externalInvoice({ amountMsat: 1_000_001n });
  const { body } = await payer.post(path, { invoice: bolt11 });
  assert.equal(field(body, 'amount'), 1001);
  assert.equal(field(body, 'fee'), 0);
  assert.equal(await payer.balanceSat(), 10_000 - 1001);
  api.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
});

test('a description hash is shown, upper case and the scheme are understood', async () => {
  const payer = await addPayer(api);
  const invoice = api.node.externalInvoice({ descriptionHash: 'ab'.repeat(32) });
  const text = ` LIGHTNING:${invoice.bolt11.toUpperCase()} `;
  const { body } = await payer.post(path, { invoice: text });
  assert.equal(field(body, 'description'), '');
  assert.equal(field(body, 'description_hash'), 'ab'.repeat(32));
  assert.equal(field(body, 'payment_request'), invoice.bolt11);
});

test('pays another user without the node, and without a fee', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const sentBefore = api.node.sent.length;
  const created = await payee.post('/invoices', { amount: 700, memo: 'Lunch' });
  const { status, body } = await payer.post(path, {
    invoice: textField(created.body, 'payment_request'),
  });
  assert.equal(status, 200);
  assert.equal(field(body, 'fee'), 0);
  assert.equal(field(body, 'amount'), 700);
  assert.equal(field(body, 'destination'), api.node.identity.pubkey);
  assert.equal(await payer.balanceSat(), 9300);
  assert.equal(await payee.balanceSat(), 700);
  assert.equal(api.node.sent.length, sentBefore);
});

test('an internal payment takes at most two round trips to the database', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const invoice = await payee.invoice(700);
  api.takeStatements();
  assert.equal((await payer.post(path, { invoice })).status, 200);
  assert(api.takeStatements().length <= 2);
});

test('M47 an invoice without an amount takes that of the payer', async () => {
  const payer = await addPayer(api);
  const { bolt11 } = api.node.externalInvoice({ amountMsat: null });
  checkRefusal(
    await payer.post(path, { invoice: bolt11 }),
    400,
    8,
    'the invoice has no amount: pass one',
  );
  const { status, body } = await payer.post(path, { invoice: bolt11, amount: 250 });
  assert.equal(status, 200);
  assert.equal(field(body, 'amount'), 250);
});

test('M47 the amount of a priced invoice may be repeated, and not changed', async () => {
  const payer = await addPayer(api);
  for (const amount of [999, 1001, Number.MAX_SAFE_INTEGER]) {
    checkRefusal(
      await payer.post(path, { invoice: priced, amount }),
      400,
      8,
      'the amount differs from the amount of the invoice',
    );
  }
  const { bolt11 } = api.node.externalInvoice();
  assert.equal((await payer.post(path, { invoice: bolt11, amount: 1000 })).status, 200);
});

test('amounts up to the bound of the operator', async () => {
  const small = await startWalletApi({ after }, { amountMaxSat: sat(500n) });
  const payer = await small.addUser();
  await payer.receive(500);
  await payer.receive(500);
  const pay = (amountMsat: bigint) =>
    payer.post(path, { invoice: small.node.externalInvoice({ amountMsat }).bolt11 });
  assert.equal((await pay(500_000n)).status, 200);
  checkRefusal(await pay(500_001n), 400, 2, 'max send amount exceeded');
});

test('refuses what the wallet does not cover, the fee reserve included', async () => {
  const payer = await addPayer(api, 1009);
  const message = 'not enough balance. Make sure you have at least 1% reserved for potential fees';
  checkRefusal(await payer.post(path, { invoice: priced }), 400, 2, message);
  const other = await addPayer(api, 1010);
  const { bolt11 } = api.node.externalInvoice();
  assert.equal((await other.post(path, { invoice: bolt11 })).status, 200);
});

test('refuses what is no invoice, or none to be paid here', async () => {
  const payer = await addPayer(api);
  for (const body of [{}, { invoice: '' }, { invoice: 7 }, { invoice: null }, { invoice: 'x' }]) {
    const answer = await payer.post(path, body);
    assert.equal(answer.status, 400);
    assert.equal(field(answer.body, 'code'), 8);
  }
  const { bolt11: foreign } = api.node.externalInvoice({ network: 'bitcoin' });
  checkRefusal(await payer.post(path, { invoice: foreign }), 400, 2, 'incorrect network');
  const { bolt11: late } = api.node.externalInvoice({ timestampSec: 1_700_000_000 });
  checkRefusal(await payer.post(path, { invoice: late }), 400, 2, 'invoice expired');
});

test('an invoice of ours is paid once, by the first payer', async () => {
  const [first, second, payee] = [await addPayer(api), await addPayer(api), await api.addUser()];
  const invoice = await payee.invoice(100);
  const paid = await first.post(path, { invoice });
  assert.equal(paid.status, 200);
  const again = await first.post(path, { invoice });
  assert.deepEqual(again.body, paid.body, 'a repeat answers the stored success');
  checkRefusal(await second.post(path, { invoice }), 400, 2, 'invoice already paid');
  assert.equal(await payee.balanceSat(), 100);
  assert.equal(await first.balanceSat(), 9900);
  assert.equal(await second.balanceSat(), 10_000);
});

test('what another token of the payer paid is told to none but its own grant', async () => {
  const payer = await addPayer(api);
  const other = await payer.withScopes(['payments:send']);
  const paid = api.node.externalInvoice();
  const first = await payer.post(path, { invoice: paid.bolt11 });
  assert.equal(first.status, 200);
  const same = await other.post(path, { invoice: paid.bolt11 });
  const words = 'invoice was already paid by another of your apps or tokens';
  checkRefusal(same, 400, 2, words);
  const { bolt11 } = api.node.externalInvoice({ preimage: paid.preimage, amountMsat: 1000n });
  const forged = await other.post(path, { invoice: bolt11 });
  checkRefusal(forged, 400, 2, 'another invoice with the same payment hash was already paid');
  assert(!`${same.text}${forged.text}`.includes(paid.preimage));
  assert.deepEqual((await payer.post(path, { invoice: paid.bolt11 })).body, first.body);
  assert.equal(await payer.balanceSat(), 10_000 - 1001);
});

test("another user's open payment of the same invoice keeps the hash", async () => {
  const [first, second] = [await addPayer(api), await addPayer(api)];
  const { bolt11 } = api.node.externalInvoice();
  assert.equal((await first.post(path, { invoice: bolt11 })).status, 200);
  const refused = await second.post(path, { invoice: bolt11 });
  checkRefusal(refused, 400, 2, 'the invoice cannot be paid from this service at the moment');
});

test('a failed payment says why and gives the money back', async () => {
  const payer = await addPayer(api);
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  const { bolt11 } = api.node.externalInvoice();
  checkRefusal(
    await payer.post(path, { invoice: bolt11 }),
    500,
    10,
    'No route to the recipient was found that could carry the payment.',
  );
  assert.equal(await payer.balanceSat(), 10_000);
  api.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
  assert.equal((await payer.post(path, { invoice: bolt11 })).status, 200, 'a new attempt');
});

test('a key makes repeats one payment', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const headers = { 'idempotency-key': 'rent' };
  const invoice = await payee.invoice(100);
  const first = await payer.post(path, { invoice }, headers);
  assert.deepEqual((await payer.post(path, { invoice }, headers)).body, first.body);
  const other = await payer.post(path, { invoice: await payee.invoice(200) }, headers);
  checkRefusal(other, 422, 8, 'this Idempotency-Key was used for another request');
  assert.equal(await payee.balanceSat(), 100);
});

test('payments to other nodes can be stopped; internal ones go on', async () => {
  const stopped = await startWalletApi(
    { after },
    {},
    { paymentStop: { stopReason: () => 'test' } },
  );
  const [payer, payee] = [await stopped.addUser(), await stopped.addUser()];
  await payer.receive(10_000);
  checkRefusal(
    await payer.post(path, { invoice: stopped.node.externalInvoice().bolt11 }),
    500,
    6,
    'payments to other nodes are stopped at the moment',
  );
  assert.equal((await payer.post(path, { invoice: await payee.invoice(10) })).status, 200);
});

test('no more open payments than the operator allows', async () => {
  const few = await startWalletApi({ after }, { openPaymentsMax: 1, waitSec: 1 });
  const payer = await few.addUser();
  await payer.receive(10_000);
  few.node.plan = { kind: 'hang' };
  const pending =
    'the payment is still pending: do not pay again, the outcome will appear in the history';
  const first = await payer.post(path, { invoice: few.node.externalInvoice().bolt11 });
  checkRefusal(first, 500, 10, pending);
  checkRefusal(
    await payer.post(path, { invoice: few.node.externalInvoice().bolt11 }),
    400,
    2,
    'too many open payments: wait until some of them have ended',
  );
});

test('a caller that waits when the service stops is told that the payment is pending', async () => {
  // Callers would wait for an hour.
  const api = await startWalletApi({ after }, { waitSec: 3600 });
  const payer = await addPayer(api);
  api.node.plan = { kind: 'hang' };
  const before = api.node.sent.length;
  const paying = payer.post(path, { invoice: api.node.externalInvoice().bolt11 });
  await api.sent(before + 1);
  api.stop();
  const answer = await paying;
  assert.equal(answer.status, 500);
  assert.match(textField(answer.body, 'message'), /pending/);
});
