import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { type ApiUser, payFromExternalNode } from '../support/api-user.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { addPayer, pay } from '../support/lndhub/lndhub-payer.ts';
import { type Phone, refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { makeOpenInvoice } from '../support/open-invoice.ts';
import { checkRefusal } from '../support/payment-checks.ts';
import { limitSetter } from '../support/set-limits.ts';
import { addEndpoint } from '../support/webhooks/webhook-api.ts';

/** What the Wallet API and LndHub say of invoices whose amount the payer chooses. */
const world = await startLndhub({ after });
const setLimits = limitSetter(world, after);
awayFromMidnight(world.clock);
const path = '/payments/bolt11';

const readInvoice = async (user: ApiUser, hash: string) =>
  (await user.get(`/invoices/${hash}`)).body;

const figures = (record: unknown) =>
  ['amount', 'value', 'settled', 'state'].map((name) => field(record, name));

const onPhone = async (phone: Phone) =>
  listOf((await phone.get('/getuserinvoices')).body).map((one) => [
    field(one, 'amt'),
    field(one, 'ispaid'),
  ]);

describe('an invoice here that leaves the amount to its payer', () => {
  test('says 0 everywhere until it is paid, and then what it brought', async () => {
    const [{ user: payer }, payee] = [await addPayer(world), await world.addUser()];
    const phone = await world.connect(payee);
    const endpoint = await addEndpoint(payee);
    const { bolt11, paymentHash } = await makeOpenInvoice(world.deps, payee);
    assert.deepEqual(figures(await readInvoice(payee, paymentHash)), [0, 0, false, 'CREATED']);
    assert.deepEqual(await onPhone(phone), [[0, false]]);
    const decoded = await payee.get(`/decode/bolt11/${bolt11}`);
    assert.equal(field(decoded.body, 'amount'), 0);

    const paid = await payer.post(path, { invoice: bolt11, amount: 250 });
    assert.deepEqual([field(paid.body, 'amount'), field(paid.body, 'fee')], [250, 0]);
    assert.deepEqual(figures(await readInvoice(payee, paymentHash)), [250, 250, true, 'SETTLED']);
    assert.deepEqual(await onPhone(phone), [[250, true]]);
    for (const [user, list] of [
      [payee, '/invoices/incoming'],
      [payer, '/invoices/outgoing'],
    ] as const) {
      const [listed] = listOf((await user.get(list)).body);
      assert.deepEqual(figures(listed), [250, 250, true, 'SETTLED']);
    }
    const [delivery] = listOf((await payee.get(`${endpoint.path}/deliveries`)).body);
    assert.equal(field(delivery, 'event_type'), 'invoice.incoming.settled');
    const id = textField(delivery, 'id');
    const { body } = await payee.get(`${endpoint.path}/deliveries/${id}`);
    const told = JSON.parse(textField(body, 'body'));
    assert.deepEqual(figures(told), [250, 250, true, 'SETTLED']);
    assert.deepEqual([await payer.balanceSat(), await payee.balanceSat()], [9750, 250]);
  });

  test('M47 is not paid with nothing, by either door', async () => {
    const { user: payer, phone } = await addPayer(world);
    const payee = await world.addUser();
    const { bolt11, paymentHash } = await makeOpenInvoice(world.deps, payee);
    const missing = 'the invoice has no amount: pass one';
    checkRefusal(await payer.post(path, { invoice: bolt11 }), 400, 8, missing);
    for (const amount of [0, -1, 0.5, '0']) {
      const refused = await payer.post(path, { invoice: bolt11, amount });
      assert.deepEqual([refused.status, field(refused.body, 'code')], [400, 8], String(amount));
    }
    for (const amount of [undefined, 0, '0', '']) {
      refusedWith(await pay(phone, bolt11, amount), 400, 8, /no amount/);
    }
    for (const amount of [0.5, '0.5', -1]) {
      refusedWith(await pay(phone, bolt11, amount), 400, 8, /whole sats/);
    }
    assert.equal(await payer.balanceSat(), 10_000);
    assert.deepEqual(figures(await readInvoice(payee, paymentHash)), [0, 0, false, 'CREATED']);
  });

  test('is paid by a phone, and a repeat with another amount is the same payment', async () => {
    const { user: payer, phone } = await addPayer(world);
    const payee = await world.addUser();
    const { bolt11 } = await makeOpenInvoice(world.deps, payee);
    for (const amount of ['21', 21, 500]) {
      const paid = await pay(phone, bolt11, amount);
      assert.equal(numberField(paid.body, 'num_satoshis'), 21, 'what was paid, not what was asked');
      assert.deepEqual(field(paid.body, 'payment_route'), { total_amt: 21, total_fees: 0 });
    }
    assert.deepEqual([await payer.balanceSat(), await payee.balanceSat()], [9979, 21]);
  });

  test('is paid by one of many at once, and by its owner too', async () => {
    const payers = [await addPayer(world), await addPayer(world), await addPayer(world)];
    const [first] = payers;
    assert(first !== undefined);
    const owner = first.user;
    const { bolt11, paymentHash } = await makeOpenInvoice(world.deps, owner);
    const answers = await Promise.all(
      payers.map(({ user }, place) => user.post(path, { invoice: bolt11, amount: 100 + place })),
    );
    const paid = answers.filter(({ status }) => status === 200);
    assert.equal(paid.length, 1);
    const amount = numberField(paid[0]?.body, 'amount');
    assert.deepEqual(figures(await readInvoice(owner, paymentHash)).slice(0, 2), [amount, amount]);
    const balances = await Promise.all(payers.map(({ user }) => user.balanceSat()));
    assert.equal(
      balances.reduce((sum, one) => sum + one, 0),
      30_000,
    );
    assert.equal(balances[0], amount === 100 ? 10_000 : 10_000 + amount);

    const own = await makeOpenInvoice(world.deps, owner);
    assert.equal((await owner.post(path, { invoice: own.bolt11, amount: 7 })).status, 200);
    assert.equal(await owner.balanceSat(), balances[0]);
  });

  for (const [arrivingMsat, creditedSat] of [
    [1n, 0],
    [999n, 0],
    [1500n, 1],
    [2_000_000_000n, 2_000_000],
  ] as const) {
    test(`M46 takes ${arrivingMsat} msat from outside, and says what was credited`, async () => {
      const payee = await world.addUser();
      const phone = await world.connect(payee);
      await setLimits(payee, { maxBalance: 1000 });
      const { paymentHash } = await makeOpenInvoice(world.deps, payee);
      await payFromExternalNode(world.deps, paymentHash, msat(arrivingMsat));
      assert.equal(await payee.balanceSat(), creditedSat);
      const record = await readInvoice(payee, paymentHash);
      assert.deepEqual(figures(record), [creditedSat, creditedSat, true, 'SETTLED']);
      assert.deepEqual(await onPhone(phone), [[creditedSat, true]]);
    });
  }
});
