import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { LNDHUB_WAIT_SEC } from '../../src/lndhub/limits.ts';
import { eventually } from '../support/eventually.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { field, numberField } from '../support/fields.ts';
import {
  addPayer,
  buffer,
  GOOD_PLAN,
  holdPayments,
  listTxs,
  pay,
} from '../support/lndhub/lndhub-payer.ts';
import { refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });
awayFromMidnight(world.clock);

describe('POST /payinvoice', () => {
  test('10 the answer has the keys and odd types that the apps read', async () => {
    const { user, phone } = await addPayer(world);
    const invoice = world.node.externalInvoice({ memo: 'Groceries' });
    const { status, body } = await pay(phone, invoice.bolt11, 0);
    assert.equal(status, 200);
    const decoded = decodeBolt11(invoice.bolt11);
    assert(decoded.ok);
    assert.deepEqual(body, {
      payment_error: '',
      payment_hash: buffer(invoice.paymentHash),
      payment_preimage: buffer(invoice.preimage),
      payment_request: invoice.bolt11,
      pay_req: invoice.bolt11,
      num_satoshis: 1000,
      description: 'Groceries',
      destination: decoded.value.payee,
      fee: 1,
      fee_sat: '1',
      fee_msat: '1000',
      payment_route: { total_amt: 1001, total_fees: 1 },
      decoded: {
        destination: decoded.value.payee,
        payment_hash: invoice.paymentHash,
        num_satoshis: '1000',
        timestamp: String(decoded.value.timestampSec),
        expiry: '3600',
        description: 'Groceries',
        description_hash: '',
      },
    });
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('6 upper case, with a scheme, and with every amount that means the same', async () => {
    const { user, phone } = await addPayer(world);
    const priced = () => world.node.externalInvoice({ amountMsat: 100_000n }).bolt11;
    const texts = [priced().toUpperCase(), `lightning:${priced()}`, ` LIGHTNING:${priced()} `];
    for (const text of texts) assert.equal((await pay(phone, text)).status, 200);
    for (const amount of [0, '0', '', null, undefined, 100, '100']) {
      assert.equal((await pay(phone, priced(), amount)).status, 200, String(amount));
    }
    assert.equal(await user.balanceSat(), 10_000 - 10 * 101);
    for (const amount of [99, '101']) {
      refusedWith(await pay(phone, priced(), amount), 400, 8, /differs/);
    }
    for (const amount of [-1, 1.5, '1e3', '100 sat', {}, 2 ** 53]) {
      refusedWith(await pay(phone, priced(), amount), 400, 8);
    }
  });

  test('6 an invoice without an amount needs one', async () => {
    const { user, phone } = await addPayer(world);
    const open = world.node.externalInvoice({ amountMsat: null }).bolt11;
    refusedWith(await pay(phone, open, 0), 400, 8, /no amount/);
    assert.equal((await pay(phone, open, '250')).status, 200);
    assert.equal(await user.balanceSat(), 10_000 - 251);
  });

  test('6 what is no payable invoice', async () => {
    const { user, phone } = await addPayer(world);
    refusedWith(await phone.post('/payinvoice', {}), 400, 8, /^Bad arguments$/);
    for (const invoice of [7, {}, '', ' ']) {
      refusedWith(await phone.post('/payinvoice', { invoice }), 400, 8);
    }
    for (const invoice of ['x', 'lnbc1', 'ann@example.com']) {
      refusedWith(await pay(phone, invoice), 400, 4, /not a valid invoice/);
    }
    const expired = world.node.externalInvoice({ timestampSec: 1_600_000_000 }).bolt11;
    refusedWith(await pay(phone, expired), 400, 2, /expired/);
    const foreign = world.node.externalInvoice({ network: 'bitcoin' }).bolt11;
    refusedWith(await pay(phone, foreign), 400, 2, /network/);
    assert.equal(await user.balanceSat(), 10_000);
  });

  test('6 an invoice of another user, and of oneself, has a preimage and no fee', async () => {
    const [{ user, phone }, payee] = [await addPayer(world), await world.addUser()];
    const paid = await pay(phone, await payee.invoice(700));
    assert.equal(paid.status, 200);
    assert.equal(field(field(paid.body, 'payment_preimage'), 'type'), 'Buffer');
    assert.deepEqual(field(paid.body, 'payment_route'), { total_amt: 700, total_fees: 0 });
    assert.equal(await payee.balanceSat(), 700);
    assert.equal((await pay(phone, await user.invoice(100))).status, 200);
    assert.equal(await user.balanceSat(), 9300);
  });

  test('6 8 paid again, it is paid once, with the same answer', async () => {
    const { user, phone } = await addPayer(world);
    const { bolt11 } = world.node.externalInvoice();
    const first = await pay(phone, bolt11);
    assert.equal((await pay(phone, bolt11)).text, first.text);
    const other = await phone.another();
    assert.equal((await pay(other, bolt11)).text, first.text, 'a device of the same connection');
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('6 two devices at once: one payment', async () => {
    const { user, phone } = await addPayer(world);
    const other = await phone.another();
    const { bolt11 } = world.node.externalInvoice();
    const [one, two] = await Promise.all([pay(phone, bolt11), pay(other, bolt11)]);
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.equal(one.text, two.text);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('6 over the limit of the connection, and over the balance: code 2', async () => {
    const { user, phone } = await addPayer(world);
    const now = world.clock.now();
    const { budgets } = world.deps;
    const budget = {
      limitSat: sat(1500n),
      askAboveSat: null,
      interval: 'day',
      expiresAt: null,
    } as const;
    await budgets.setBudget({ userId: user.user.id, grantId: phone.grantId }, budget, now);
    const bill = (amountSat: bigint) =>
      world.node.externalInvoice({ amountMsat: amountSat * 1000n }).bolt11;
    refusedWith(await pay(phone, bill(1600n)), 400, 2, /over budget/);
    assert.equal((await pay(phone, bill(1000n))).status, 200);
    await world.deps.appGrantUses.write();
    const app = await world.deps.appGrants.findAppGrant(user.user.id, phone.grantId);
    assert.equal(app?.lastRefusal?.reason, 'budget_exceeded');
    const free = await world.connect(user);
    refusedWith(await pay(free, bill(20_000n)), 400, 2, /^not enough balance/);
  });

  test('6 two at once above the balance: one is paid', async () => {
    const { user, phone } = await addPayer(world);
    const bill = () => world.node.externalInvoice({ amountMsat: 6_000_000n }).bolt11;
    const answers = await Promise.all([pay(phone, bill()), pay(phone, bill())]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(await user.balanceSat(), 10_000 - 6001);
  });

  test('a payment that fails costs nothing: code 10, and it may be tried again', async () => {
    const { user, phone } = await addPayer(world);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    const { bolt11 } = world.node.externalInvoice();
    refusedWith(await pay(phone, bolt11), 400, 10, /^Payment failed/);
    world.node.plan = GOOD_PLAN;
    assert.equal(await user.balanceSat(), 10_000);
    assert.equal((await pay(phone, bolt11)).status, 200);
  });

  test('paid by another spender of the same person: code 10, while it is open code 9', async () => {
    const { user, phone } = await addPayer(world);
    const held = holdPayments(world);
    const { bolt11 } = world.node.externalInvoice();
    const sent = world.node.sent.length;
    const paying = user.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(sent + 1);
    refusedWith(await pay(phone, bolt11), 400, 9, /in transit/);
    held.end(GOOD_PLAN);
    assert.equal((await paying).status, 200);
    refusedWith(await pay(phone, bolt11), 400, 10, /already paid/);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('payments to other nodes that are stopped are ours to solve', async () => {
    const paymentStop = { stopReason: () => 'stopped for a test' };
    const stopped = await startLndhub({ after }, {}, { paymentStop });
    const { phone } = await addPayer(stopped);
    refusedWith(await pay(phone, stopped.node.externalInvoice().bolt11), 500, 6);
  });
});

describe('a payment that takes long', () => {
  test('7 9 17 M99: code 9, repeats join, it settles once, and lists show both', async () => {
    let ms = 0;
    const clock = {
      ...world.clock,
      monotonicMs: () => ms,
      sleep: (_: number, signal?: AbortSignal) => world.clock.sleep(10, signal),
    };
    const slow = await startLndhub({ after }, { waitSec: 60 }, { clock });
    const user = await slow.addUser();
    await user.receive(10_000);
    const phone = await slow.connect(user);
    const end = Promise.withResolvers<SendPlan>();
    slow.node.plan = { kind: 'hold', until: end.promise };
    const invoice = slow.node.externalInvoice({ memo: 'slow' });
    const first = pay(phone, invoice.bolt11);
    await slow.sent(1);
    ms += LNDHUB_WAIT_SEC * 1000;
    refusedWith(await first, 400, 9, /^Your previous payment is in transit/);

    const [open, ...others] = await listTxs(phone);
    assert.deepEqual(others, []);
    const timestamp = numberField(open, 'timestamp');
    assert.deepEqual(open, {
      type: 'paid_invoice',
      payment_hash: buffer(invoice.paymentHash),
      payment_preimage: '',
      payment_request: invoice.bolt11,
      value: 1010,
      fee: 10,
      timestamp,
      memo: 'Payment in transition',
      keysend: false,
      custom_records: null,
    });
    const left = field(field((await phone.get('/balance')).body, 'BTC'), 'AvailableBalance');
    assert.equal(left, 10_000 - 1010, 'sums fit the balance');

    // As BitBanana does after any failure.
    const body = { refresh_token: phone.tokens.refresh };
    assert.equal((await slow.ask('POST', '/auth', { body })).status, 200);
    const repeat = pay(phone, invoice.bolt11);
    const [payment] = await slow.deps.pendingRecords.listOpenPayments(user.user.id, 1);
    assert(payment !== undefined);
    await eventually('the repeat waits', () =>
      slow.deps.completions.countWaiting(payment.id) > 0 ? true : null,
    );
    await slow.deps.appGrants.revokeAppGrant(user.user.id, phone.grantId, slow.clock.now());
    end.resolve(GOOD_PLAN);
    assert.equal((await repeat).status, 200);
    refusedWith(await phone.get('/balance'), 401, 1);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
    assert.equal(slow.node.sent.length, 1);

    const [settled, ...more] = await listTxs(await slow.connect(user));
    assert.deepEqual(more, []);
    assert.deepEqual(settled, {
      type: 'paid_invoice',
      payment_hash: buffer(invoice.paymentHash),
      payment_preimage: invoice.preimage,
      payment_request: invoice.bolt11,
      value: 1001,
      fee: 1,
      timestamp,
      memo: 'slow',
      keysend: false,
      custom_records: null,
    });
  });
});

test('7 an app is answered before it gives up, however long the service may wait', async () => {
  let sleptMs = 0;
  const clock = {
    ...world.clock,
    monotonicMs: () => sleptMs,
    sleep: async (ms: number) => {
      sleptMs += ms;
    },
  };
  const patient = await startLndhub({ after }, { waitSec: 60 }, { clock });
  const { phone } = await addPayer(patient);
  patient.node.plan = { kind: 'hang' };
  refusedWith(await pay(phone, patient.node.externalInvoice().bolt11), 400, 9);
  assert.equal(sleptMs, LNDHUB_WAIT_SEC * 1000);
});
