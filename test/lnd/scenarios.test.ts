import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ACCOUNT_RECORD,
  BOOSTAGRAM_RECORD,
  type CustomRecords,
} from '../../src/lightning/custom-records.ts';
import { eventually } from '../support/eventually.ts';
import { listField } from '../support/fields.ts';
import type { HeldInvoice } from '../support/lightning-node/external-peer.ts';
import {
  type Answer,
  field,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import {
  incoming,
  invoiceOf,
  type LndWorld,
  openLndWorld,
  outgoing,
  payBill,
  untilNothingIsOpen,
} from './lnd-world.ts';

const START_SAT = 100_000;

describe('the service on LND', () => {
  let world: LndWorld;
  let payer: WalletUser;

  before(async () => {
    world = await openLndWorld();
    payer = await world.addUser(START_SAT);
  });
  afterEach(() => world.checkAgreement());
  after(() => world.dispose());

  test('receives from a direct peer and over another node', async () => {
    const user = await world.addUser();
    for (const [index, peer] of [world.bob, world.carol].entries()) {
      const { body } = await user.post('/invoices', { amount: 1234, memo: 'for tea ☕' });
      const bolt11 = textField(body, 'payment_request');
      assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
      await untilPasses(async () => assert.equal(await user.balanceSat(), 1234 * (index + 1)));
      const shown = await user.get(`/invoices/${textField(body, 'payment_hash')}`);
      assert.equal(field(shown.body, 'state'), 'SETTLED');
      assert.equal(field(shown.body, 'memo'), 'for tea ☕');
    }
    assert.equal((await incoming(user)).length, 2);
  });

  test('credits what was paid where more was paid than asked', async () => {
    const user = await world.addUser();
    const bolt11 = await invoiceOf(user, 100);
    assert.equal((await world.carol.overpay(bolt11, 150_999n)).status, 'SUCCEEDED');
    await untilPasses(async () => assert.equal(await user.balanceSat(), 150));
  });

  test('pays, and charges what routing cost, rounded up', async () => {
    const before = await payer.balanceSat();
    const bolt11 = await world.carol.createInvoice(2_000_000n);
    const answer = await payBill(payer, bolt11);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const [preimage, fee] = [textField(answer.body, 'payment_preimage'), feeOf(answer)];
    const paymentHash = textField(answer.body, 'payment_hash');
    assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), paymentHash);
    const said = await world.alice.payment(paymentHash);
    assert(said.kind === 'succeeded');
    assert.equal(fee, Number((said.feeMsat + 999n) / 1000n));
    assert(fee > 0);
    assert.equal(await payer.balanceSat(), before - 2000 - fee);
    assert.equal((await payBill(payer, bolt11)).status, 200, 'a repeat answers the success');
    assert.equal(await payer.balanceSat(), before - 2000 - fee);
  });

  test('pays an invoice without an amount, when told how much', async () => {
    const bolt11 = await world.carol.createInvoice(0n);
    assert.equal((await payBill(payer, bolt11)).status, 400);
    const before = await payer.balanceSat();
    const answer = await payBill(payer, bolt11, { amount: 77 });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(await payer.balanceSat(), before - 77 - feeOf(answer));
  });

  test('pays nothing for an invoice that has expired, or that no one can be paid for', async () => {
    const before = await payer.balanceSat();
    const made = await world.regtest.run('cli', 'carol', 'addinvoice', '--amt=50', '--expiry=1');
    await wait(2100);
    const expired = await payBill(payer, textField(JSON.parse(made), 'payment_request'));
    assert.equal(expired.status, 400, JSON.stringify(expired.body));

    const cancelled = await world.carol.createHeldInvoice(50_000n);
    await cancelled.cancel();
    const refused = await payBill(payer, cancelled.bolt11);
    assert.equal(refused.status, 500);
    assert.doesNotMatch(textField(refused.body, 'message'), PENDING);
    await untilNothingIsOpen(world.service);
    assert.equal(await payer.balanceSat(), before);
  });

  test('M36 a payee holds payments, takes one late and refuses another late', async () => {
    const before = await payer.balanceSat();
    const [taken, refused] = await Promise.all([heldBy(payer, 300_000n), heldBy(payer, 400_000n)]);
    assert.equal(await payer.balanceSat(), before - 310 - 410, 'both are held with their reserve');
    await taken.settle();
    await refused.cancel();
    await untilNothingIsOpen(world.service);
    const again = await payBill(payer, taken.bolt11);
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.equal(await payer.balanceSat(), before - 300 - feeOf(again));
  });

  const heldBy = async (user: WalletUser, amountMsat: bigint): Promise<HeldInvoice> => {
    const held = await world.carol.createHeldInvoice(amountMsat);
    const { status, body } = await payBill(user, held.bolt11);
    assert.equal(status, 500, JSON.stringify(body));
    assert.match(textField(body, 'message'), PENDING);
    await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
    return held;
  };

  test('sends a keysend with its records', async () => {
    const before = await payer.balanceSat();
    const records = { 696969: 'somebody', 7629169: BOOST, 133773001: 'ahoi ⚓' };
    const order = {
      amount: 321,
      destination: world.carol.pubkey,
      custom_records: records,
    };
    const answer = await payer.post('/payments/keysend', order);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const received = await world.carol.receivedRecords(textField(answer.body, 'payment_hash'));
    for (const [type, text] of Object.entries(records)) {
      const value = received.get(BigInt(type));
      assert.equal(value && Buffer.from(value).toString(), text);
    }
    assert.equal(await payer.balanceSat(), before - 321 - feeOf(answer));
  });

  test('receives a keysend with its records, for the account that they name', async () => {
    const user = await world.addUser();
    const preimage = randomBytes(32);
    const records: CustomRecords = new Map([
      [ACCOUNT_RECORD, Buffer.from(user.identifier)],
      [BOOSTAGRAM_RECORD, Buffer.from(BOOST)],
      [133_773_001n, Buffer.from('ahoi ⚓')],
    ]);
    const { pubkey: destination } = await world.alice.info();
    const order = { destination, amountMsat: 4_321_999n, preimage, records };
    assert.equal((await world.carol.keysend(order)).status, 'SUCCEEDED');
    await untilPasses(async () => assert.equal(await user.balanceSat(), 4321));
    const [record] = await incoming(user);
    assert.equal(field(record, 'payment_hash'), hash('sha256', preimage));
    assert.equal(textField(field(record, 'boostagram'), 'message'), 'hello');
    const shown = textField(field(record, 'custom_records'), '133773001');
    assert.equal(Buffer.from(shown, 'base64').toString(), 'ahoi ⚓');
  });

  test('keeps a keysend that names no one, for the user it turns out to be for', async () => {
    const owed = async (): Promise<bigint> =>
      (await world.service.withStores(({ books }) => books.checkBooks())).liabilitiesMsat;
    const before = await owed();
    const { pubkey: destination } = await world.alice.info();
    const preimage = randomBytes(32);
    const order = { destination, amountMsat: 5_000n, preimage, records: new Map() };
    assert.equal((await world.bob.keysend(order)).status, 'SUCCEEDED');
    await untilPasses(async () => assert.equal(await owed(), before + 5_000n));
  });

  test('sends several keysends in one call, each with an end of its own', async () => {
    const friend = await world.addUser();
    const { pubkey: own } = await world.alice.info();
    const before = await payer.balanceSat();
    const answer = await payer.post('/payments/keysend/multi', {
      keysends: [
        { amount: 10, destination: world.carol.pubkey },
        { amount: 20, destination: world.bob.pubkey, custom_records: { 133773001: 'two' } },
        { amount: 30, destination: STRANGER },
        { amount: 40, destination: own, custom_records: { 696969: friend.identifier } },
      ],
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const items = listField(answer.body, 'keysends');
    const codes = items.map((item) => numberField(field(item, 'error'), 'code'));
    assert.deepEqual(
      codes.map((code) => code === 0),
      [true, true, false, true],
    );
    const paid = items.filter((_, index) => codes[index] === 0).map((one) => field(one, 'keysend'));
    const fees = paid.reduce<number>((sum, one) => sum + numberField(one, 'fee'), 0);
    assert.equal(await payer.balanceSat(), before - 10 - 20 - 40 - fees);
    assert.equal(await friend.balanceSat(), 40);
  });

  test('moves money between users without the node, whose invoice is gone then', async () => {
    const payee = await world.addUser();
    const own = await payBill(payer, await invoiceOf(payer, 55));
    assert.equal(own.status, 200, 'one may pay oneself');
    const before = await payer.balanceSat();
    const indexBefore = await world.alice.newestPaymentIndex();
    const bolt11 = await invoiceOf(payee, 900);
    const answer = await payBill(payer, bolt11);
    assert.equal(answer.status, 200);
    assert.equal(feeOf(answer), 0);
    assert.equal(await payer.balanceSat(), before - 900);
    assert.equal(await payee.balanceSat(), 900);
    assert.equal(await world.alice.newestPaymentIndex(), indexBefore);

    const paymentHash = textField(answer.body, 'payment_hash');
    await eventually('the node cancels its invoice', async () =>
      (await world.alice.lookupInvoice(paymentHash)) === 'cancelled' ? true : null,
    );
    assert.equal((await world.carol.pay(bolt11)).status, 'FAILED', 'later from outside');
    assert.equal(await payee.balanceSat(), 900);
  });

  test('M55 paid from inside and from outside at once: what arrived is credited', async () => {
    const payee = await world.addUser();
    let received = 0;
    for (let round = 0; round < 5; round += 1) {
      const bolt11 = await invoiceOf(payee, 100);
      const [inside, external] = await Promise.all([payBill(payer, bolt11), world.bob.pay(bolt11)]);
      received += (inside.status === 200 ? 100 : 0) + (external.status === 'SUCCEEDED' ? 100 : 0);
      assert(inside.status === 200 || external.status === 'SUCCEEDED');
    }
    await untilPasses(async () => assert.equal(await payee.balanceSat(), received));
  });

  test('pays one bill once, however many ask for it at once', async () => {
    const friend = await world.addUser(10_000);
    const before = (await payer.balanceSat()) + (await friend.balanceSat());
    const bolt11 = await world.carol.createInvoice(500_000n);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => payBill(index % 2 ? payer : friend, bolt11)),
    );
    const paid = answers.filter(({ status }) => status === 200);
    assert(paid.length > 0);
    assert.equal(new Set(paid.map(({ body }) => textField(body, 'payment_preimage'))).size, 1);
    const [first] = paid;
    assert(first !== undefined);
    await untilNothingIsOpen(world.service);
    const left = (await payer.balanceSat()) + (await friend.balanceSat());
    assert.equal(left, before - 500 - feeOf(first));
  });

  test('shows what it paid in the history, newest first', async () => {
    const newest = await outgoing(payer);
    const bolt11 = await world.bob.createInvoice(11_000n);
    const { body } = await payBill(payer, bolt11);
    const [record, ...older] = await outgoing(payer);
    assert.equal(field(record, 'payment_hash'), field(body, 'payment_hash'));
    assert.equal(older.length, Math.min(newest.length, 24));
  });
});

describe('the service on LND without anything for fees', () => {
  let world: LndWorld;

  before(async () => {
    const none = { SATCHEL_FEE_RESERVE_PPM: '0', SATCHEL_FEE_RESERVE_MIN_SAT: '0' };
    world = await openLndWorld(none);
  });
  afterEach(() => world.checkAgreement());
  after(() => world.dispose());

  test('M41 pays where routing is free, and nowhere else', async () => {
    const payer = await world.addUser(1000);
    const far = await payBill(payer, await world.carol.createInvoice(100_000n));
    assert.equal(far.status, 500);
    assert.doesNotMatch(textField(far.body, 'message'), PENDING);
    assert.equal(await payer.balanceSat(), 1000);
    const near = await payBill(payer, await world.bob.createInvoice(1_000_000n));
    assert.equal(near.status, 200, JSON.stringify(near.body));
    assert.equal(await payer.balanceSat(), 0, 'to the last sat');
  });
});

const PENDING = /still pending/;
const STRANGER = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const BOOST = JSON.stringify({ action: 'boost', message: 'hello', value_msat_total: 321_000 });

const feeOf = ({ body }: Answer): number => numberField(body, 'fee');
