import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat, sat } from '../../../src/base/amount.ts';
import { LNDHUB_WAIT_SEC } from '../../../src/base/lndhub-limits.ts';
import { decodeBolt11 } from '../../../src/lightning/bolt11-decode.ts';
import type { Answer, ApiUser } from '../../support/api-user.ts';
import { eventually } from '../../support/eventually.ts';
import type { SendPlan } from '../../support/fake-node.ts';
import { field, listOf, numberField, textField } from '../../support/fields.ts';
import {
  type Phone,
  type PhoneWish,
  refusedWith,
  startLndhub,
} from '../../support/lndhub/lndhub-world.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });

interface Payer {
  readonly user: ApiUser;
  readonly phone: Phone;
}

async function addPayer(wish: PhoneWish = {}, on = world): Promise<Payer> {
  const user = await on.addUser();
  await user.receive(10_000);
  return { user, phone: await on.connect(user, wish) };
}

const pay = (phone: Phone, invoice: string, amount?: unknown): Promise<Answer> =>
  phone.post('/payinvoice', { invoice, ...(amount === undefined ? {} : { amount }) });

const buffer = (hex: string) => ({ type: 'Buffer', data: [...Buffer.from(hex, 'hex')] });
const txs = async (phone: Phone, query = '') => listOf((await phone.get(`/gettxs${query}`)).body);

/** The node keeps payments until the test says how they end. */
function holdPayments(): { end(plan: SendPlan): void } {
  const end = Promise.withResolvers<SendPlan>();
  world.node.plan = { kind: 'hold', until: end.promise };
  return {
    end: (plan) => {
      world.node.plan = GOOD_PLAN;
      end.resolve(plan);
    },
  };
}

const GOOD_PLAN: SendPlan = { kind: 'succeed', feeMsat: msat(1000n) };

describe('POST /payinvoice', () => {
  test('10 the answer has the keys and odd types that the apps read', async () => {
    const { user, phone } = await addPayer();
    const invoice = world.node.outsideInvoice({ memo: 'Groceries' });
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
    const { user, phone } = await addPayer();
    const priced = () => world.node.outsideInvoice({ amountMsat: 100_000n }).bolt11;
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
    const { user, phone } = await addPayer();
    const open = world.node.outsideInvoice({ amountMsat: null }).bolt11;
    refusedWith(await pay(phone, open, 0), 400, 8, /no amount/);
    assert.equal((await pay(phone, open, '250')).status, 200);
    assert.equal(await user.balanceSat(), 10_000 - 251);
  });

  test('6 what is no payable invoice', async () => {
    const { user, phone } = await addPayer();
    refusedWith(await phone.post('/payinvoice', {}), 400, 8, /^Bad arguments$/);
    for (const invoice of [7, {}, '', ' ']) {
      refusedWith(await phone.post('/payinvoice', { invoice }), 400, 8);
    }
    for (const invoice of ['x', 'lnbc1', 'ann@example.com']) {
      refusedWith(await pay(phone, invoice), 400, 4, /not a valid invoice/);
    }
    const expired = world.node.outsideInvoice({ timestampSec: 1_600_000_000 }).bolt11;
    refusedWith(await pay(phone, expired), 400, 2, /expired/);
    const foreign = world.node.outsideInvoice({ network: 'bitcoin' }).bolt11;
    refusedWith(await pay(phone, foreign), 400, 2, /network/);
    assert.equal(await user.balanceSat(), 10_000);
  });

  test('6 an invoice of another user, and of oneself, has a preimage and no fee', async () => {
    const [{ user, phone }, payee] = [await addPayer(), await world.addUser()];
    const paid = await pay(phone, await payee.invoice(700));
    assert.equal(paid.status, 200);
    assert.equal(field(field(paid.body, 'payment_preimage'), 'type'), 'Buffer');
    assert.deepEqual(field(paid.body, 'payment_route'), { total_amt: 700, total_fees: 0 });
    assert.equal(await payee.balanceSat(), 700);
    assert.equal((await pay(phone, await user.invoice(100))).status, 200);
    assert.equal(await user.balanceSat(), 9300);
  });

  test('6 8 paid again, it is paid once, with the same answer', async () => {
    const { user, phone } = await addPayer();
    const { bolt11 } = world.node.outsideInvoice();
    const first = await pay(phone, bolt11);
    assert.equal((await pay(phone, bolt11)).text, first.text);
    const other = await phone.another();
    assert.equal((await pay(other, bolt11)).text, first.text, 'a device of the same connection');
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('6 two devices at once: one payment', async () => {
    const { user, phone } = await addPayer();
    const other = await phone.another();
    const { bolt11 } = world.node.outsideInvoice();
    const [one, two] = await Promise.all([pay(phone, bolt11), pay(other, bolt11)]);
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.equal(one.text, two.text);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });

  test('6 over the limit of the connection, and over the balance: code 2', async () => {
    const { user, phone } = await addPayer();
    const now = world.clock.now();
    const { budgets } = world.deps;
    const budget = { limitSat: sat(1500n), interval: 'day', expiresAt: null } as const;
    await budgets.setBudget({ userId: user.user.id, grantId: phone.grantId }, budget, now);
    const bill = (amountSat: bigint) =>
      world.node.outsideInvoice({ amountMsat: amountSat * 1000n }).bolt11;
    refusedWith(await pay(phone, bill(1600n)), 400, 2, /over budget/);
    assert.equal((await pay(phone, bill(1000n))).status, 200);
    await world.deps.appGrantUses.write();
    const app = await world.deps.appGrants.findAppGrant(user.user.id, phone.grantId);
    assert.equal(app?.lastRefusal?.reason, 'budget_exceeded');
    const free = await world.connect(user);
    refusedWith(await pay(free, bill(20_000n)), 400, 2, /^not enough balance/);
  });

  test('6 two at once above the balance: one is paid', async () => {
    const { user, phone } = await addPayer();
    const bill = () => world.node.outsideInvoice({ amountMsat: 6_000_000n }).bolt11;
    const answers = await Promise.all([pay(phone, bill()), pay(phone, bill())]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(await user.balanceSat(), 10_000 - 6001);
  });

  test('a payment that fails costs nothing: code 10, and it may be tried again', async () => {
    const { user, phone } = await addPayer();
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    const { bolt11 } = world.node.outsideInvoice();
    refusedWith(await pay(phone, bolt11), 400, 10, /^Payment failed/);
    world.node.plan = GOOD_PLAN;
    assert.equal(await user.balanceSat(), 10_000);
    assert.equal((await pay(phone, bolt11)).status, 200);
  });

  test('paid by another spender of the same person: code 10, while it is open code 9', async () => {
    const { user, phone } = await addPayer();
    const held = holdPayments();
    const { bolt11 } = world.node.outsideInvoice();
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
    const outside = { stopReason: () => 'stopped for a test' };
    const stopped = await startLndhub({ after }, {}, { outside });
    const { phone } = await addPayer({}, stopped);
    refusedWith(await pay(phone, stopped.node.outsideInvoice().bolt11), 500, 6);
  });
});

describe('a payment that takes long', () => {
  test('7 9 17 code 9, repeats join, it settles once, and lists show both', async () => {
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
    const invoice = slow.node.outsideInvoice({ memo: 'slow' });
    const first = pay(phone, invoice.bolt11);
    await slow.sent(1);
    ms += LNDHUB_WAIT_SEC * 1000;
    refusedWith(await first, 400, 9, /^Your previous payment is in transit/);

    const [open, ...others] = await txs(phone);
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
    const [payment] = await slow.deps.openRows.listOpenPayments(user.user.id, 1);
    assert(payment !== undefined);
    await eventually('the repeat waits', () =>
      slow.deps.ends.countWaiting(payment.id) > 0 ? true : null,
    );
    await slow.deps.appGrants.revokeAppGrant(user.user.id, phone.grantId, slow.clock.now());
    end.resolve(GOOD_PLAN);
    assert.equal((await repeat).status, 200);
    refusedWith(await phone.get('/balance'), 401, 1);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
    assert.equal(slow.node.sent.length, 1);

    const [settled, ...more] = await txs(await slow.connect(user));
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
  const { phone } = await addPayer({}, patient);
  patient.node.plan = { kind: 'hang' };
  refusedWith(await pay(phone, patient.node.outsideInvoice().bolt11), 400, 9);
  assert.equal(sleptMs, LNDHUB_WAIT_SEC * 1000);
});

describe('GET /gettxs', () => {
  test('10 pages of payments, newest first, and keysends', async () => {
    const { phone } = await addPayer();
    const hashes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      world.clock.move(1000);
      const invoice = world.node.outsideInvoice({ amountMsat: 10_000n });
      assert.equal((await pay(phone, invoice.bolt11)).status, 200);
      hashes.unshift(invoice.paymentHash);
    }
    const held = holdPayments();
    const sent = world.node.sent.length;
    const open = world.node.outsideInvoice({ amountMsat: 10_000n });
    const paying = pay(phone, open.bolt11);
    await world.sent(sent + 1);
    hashes.unshift(open.paymentHash);
    const hashesIn = async (query: string) =>
      (await txs(phone, query)).map((one) => {
        const data = field(field(one, 'payment_hash'), 'data');
        assert.ok(Array.isArray(data) && data.length === 32, 'no holes');
        return Buffer.from(data).toString('hex');
      });
    assert.deepEqual(await hashesIn(''), hashes);
    assert.deepEqual(await hashesIn('?limit=10&offset=0'), hashes);
    assert.deepEqual(await hashesIn('?limit=3'), hashes.slice(0, 3));
    assert.deepEqual(await hashesIn('?limit=3&offset=3'), hashes.slice(3, 6));
    assert.deepEqual(await hashesIn('?limit=1&offset=1'), hashes.slice(1, 2));
    assert.deepEqual(await hashesIn('?limit=3&offset=100'), []);
    assert.deepEqual(await hashesIn('?limit=-1&offset=-1'), hashes);
    held.end(GOOD_PLAN);
    assert.equal((await paying).status, 200);
    assert.deepEqual(await hashesIn(''), hashes);
  });

  test('shows what the person paid elsewhere, too', async () => {
    const { user, phone } = await addPayer();
    const { bolt11 } = world.node.outsideInvoice({ memo: 'by the browser' });
    await user.post('/payments/bolt11', { invoice: bolt11 });
    assert.deepEqual(
      (await txs(phone)).map((one) => field(one, 'memo')),
      ['by the browser'],
    );
  });
});

describe('POST /keysend', () => {
  const destination = decodeBolt11(world.node.outsideInvoice().bolt11);
  assert(destination.ok);
  const payee = destination.value.payee;

  test('pays a node, with records as texts', async () => {
    const { user, phone } = await addPayer();
    const customRecords = { 7629169: '{"podcast":"x"}', 7629171: 'y' };
    const order = { destination: payee, amount: '50', memo: 'boost', customRecords };
    const { status, body, text } = await phone.post('/keysend', order);
    assert.equal(status, 200, text);
    assert.equal(field(field(body, 'payment_preimage'), 'type'), 'Buffer');
    assert.deepEqual(field(body, 'payment_route'), { total_amt: 51, total_fees: 1 });
    assert.equal(await user.balanceSat(), 10_000 - 51);
    const [shown] = await txs(phone);
    assert.equal(field(shown, 'keysend'), true);
    assert.equal(field(shown, 'payment_request'), '');
    const shownRecords = field(shown, 'custom_records');
    assert.equal(field(shownRecords, '7629171'), Buffer.from('y').toString('base64'));
  });

  test('what is no order', async () => {
    const { user, phone } = await addPayer();
    for (const order of [
      {},
      { destination: payee },
      { destination: payee, amount: 0 },
      { destination: payee, amount: 'x' },
      { destination: 7, amount: 1 },
      { destination: payee, amount: 1, customRecords: { 7629169: 1 } },
      { destination: payee, amount: 1, customRecords: [] },
      { destination: payee, amount: 1, customRecords: { x: 'y' } },
    ]) {
      refusedWith(await phone.post('/keysend', order), 400, 8);
    }
    refusedWith(await phone.post('/keysend', { destination: 'ff', amount: 1 }), 400, 2);
    assert.equal(await user.balanceSat(), 10_000);
  });
});

describe('GET /decodeinvoice and /checkrouteinvoice', () => {
  test('10 numbers are texts, as LND writes them', async () => {
    const { phone } = await addPayer();
    const routeHints = [
      [
        {
          pubkey: world.node.identity.pubkey,
          shortChannelId: 2n ** 60n + 1n,
          feeBaseMsat: 1,
          feeProportionalMillionths: 20,
          cltvExpiryDelta: 3,
        },
      ],
    ];
    const invoice = world.node.outsideInvoice({ memo: 'Groceries', routeHints });
    const answer = await phone.get(`/decodeinvoice?invoice=${invoice.bolt11}`);
    const { body } = answer;
    const texts = ['num_satoshis', 'timestamp', 'expiry', 'cltv_expiry', 'num_msat'];
    for (const name of texts) assert.match(textField(body, name), /^\d+$/);
    assert.equal(field(body, 'num_satoshis'), '1000');
    assert.equal(field(body, 'payment_hash'), invoice.paymentHash);
    const [hint] = listOf(field(body, 'route_hints'));
    const [hop] = listOf(field(hint, 'hop_hints'));
    assert.equal(field(hop, 'chan_id'), String(2n ** 60n + 1n));
    const route = await phone.get(`/checkrouteinvoice?invoice=${invoice.bolt11}`);
    assert.equal(route.text, answer.text);
    for (const query of ['', '?invoice=', '?invoice=x', '?invoice=lnbc1']) {
      refusedWith(await phone.get(`/decodeinvoice${query}`), 400, 4, /^not a valid invoice$/);
    }
  });
});
