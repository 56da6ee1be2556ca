import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';
import { makeOpenInvoice } from '../support/open-invoice.ts';

/** Amounts on this wire are msat. The books are checked at the end, as after each file. */
const world = await startRelayWorld({ after });
const { api } = world;
const PAYEE = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;

beforeEach(() => {
  api.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
});

async function addPayer(): Promise<ApiUser> {
  const user = await api.addUser();
  await user.receive(1000);
  return user;
}

const statedMsat = (text: string): bigint | null => {
  const decoded = decodeBolt11(text);
  assert(decoded.ok);
  return decoded.value.amountMsat;
};

describe('an invoice over parts of a sat', () => {
  test('asks for exactly that; its whole sats are credited', async () => {
    const bob = await api.addUser();
    const app = await world.connect(bob);
    const made = await app.call('make_invoice', { amount: 1500 });
    assert.equal(made.code, null);
    assert.equal(field(made.result, 'amount'), 1500);
    const invoice = textField(made.result, 'invoice');
    assert.equal(statedMsat(invoice), 1500n);
    const open = await app.call('lookup_invoice', { invoice });
    assert.deepEqual(
      [field(open.result, 'amount'), field(open.result, 'state')],
      [1500, 'pending'],
    );
    // The Wallet API counts what the wallet gets.
    const hash = textField(made.result, 'payment_hash');
    assert.equal(field((await bob.get(`/invoices/${hash}`)).body, 'amount'), 1);

    await api.payFromExternalNode(hash);
    assert.equal(await bob.balanceSat(), 1);
    assert.equal(field((await bob.get(`/invoices/${hash}`)).body, 'amount'), 1);
    const settled = await app.call('lookup_invoice', { payment_hash: hash });
    assert.deepEqual(
      [field(settled.result, 'amount'), field(settled.result, 'state')],
      [1500, 'settled'],
    );
    for (const params of [{}, { unpaid: true }]) {
      const { result } = await app.call('list_transactions', params);
      const [listed] = listOf(field(result, 'transactions'));
      assert.deepEqual([field(listed, 'amount'), field(listed, 'fees_paid')], [1500, 0]);
    }
  });

  test('between two users: the payer pays each started sat', async () => {
    const [ann, bob] = [await addPayer(), await api.addUser()];
    const [hers, his] = [await world.connect(ann), await world.connect(bob)];
    const made = await his.call('make_invoice', { amount: 1500 });
    const invoice = textField(made.result, 'invoice');
    const paid = await hers.call('pay_invoice', { invoice, amount: 1500 });
    assert.equal(paid.code, null);
    // Amount and fees together are what left her wallet.
    assert.equal(field(paid.result, 'fees_paid'), 500);
    assert.deepEqual([await ann.balanceSat(), await bob.balanceSat()], [998, 1]);
    const found = await hers.call('lookup_invoice', { invoice });
    assert.deepEqual(
      [field(found.result, 'amount'), field(found.result, 'fees_paid')],
      [1500, 500],
    );
    const got = await his.call('lookup_invoice', { invoice });
    assert.deepEqual([field(got.result, 'amount'), field(got.result, 'fees_paid')], [1500, 0]);
  });

  test('below a sat is not made: it would bring nothing', async () => {
    const app = await world.connect(await api.addUser());
    const { code, body } = await app.call('make_invoice', { amount: 999 });
    assert.equal(code, 'OTHER');
    assert.match(JSON.stringify(body), /at least 1000 msat/);
  });
});

describe('payments over parts of a sat', () => {
  test('of an invoice without an amount', async () => {
    const ann = await addPayer();
    const app = await world.connect(ann);
    api.node.plan = { kind: 'succeed', feeMsat: msat(1100n) };
    const invoice = api.node.externalInvoice({ amountMsat: null }).bolt11;
    const paid = await app.call('pay_invoice', { invoice, amount: 5500 });
    assert.equal(paid.code, null);
    assert.equal(api.node.sent.at(-1)?.amountMsat, 5500n);
    // 5500 and 1100 msat are seven started sats.
    assert.equal(await ann.balanceSat(), 993);
    assert.equal(numberField(paid.result, 'fees_paid'), 1500);
  });

  test('of an invoice here without an amount: below a sat it stays open for its payee', async () => {
    const [ann, bob] = [await addPayer(), await api.addUser()];
    const { bolt11 } = await makeOpenInvoice(api.deps, bob);
    const app = await world.connect(ann);
    const order = { invoice: bolt11 };
    for (const amount of [undefined, null, 0, 0.5, '5']) {
      assert.notEqual((await app.call('pay_invoice', { ...order, amount })).code, null);
    }
    const { body } = await app.call('pay_invoice', { ...order, amount: 999 });
    assert.match(JSON.stringify(body), /at least 1000 msat/);
    assert.deepEqual([await ann.balanceSat(), await bob.balanceSat()], [1000, 0]);
    assert.equal((await app.call('pay_invoice', { ...order, amount: 1500 })).code, null);
    assert.deepEqual([await ann.balanceSat(), await bob.balanceSat()], [998, 1]);
  });

  for (const amount of [1, 999, 1500, 33_333]) {
    test(`by keysend: ${amount} msat`, async () => {
      const ann = await addPayer();
      const app = await world.connect(ann);
      const sent = await app.call('pay_keysend', { amount, pubkey: PAYEE });
      assert.equal(sent.code, null);
      assert.equal(api.node.sent.at(-1)?.amountMsat, BigInt(amount));
      assert.equal(await ann.balanceSat(), 1000 - Math.ceil(amount / 1000));
      const { result } = await app.call('list_transactions', { type: 'outgoing' });
      assert.equal(field(listOf(field(result, 'transactions'))[0], 'amount'), amount);
      const { body } = await ann.get('/invoices/outgoing');
      assert.equal(field(listOf(body)[0], 'amount'), Math.ceil(amount / 1000));
    });
  }

  test('by keysend to another user: below a sat nothing is credited, but told', async () => {
    const [ann, bob] = [await addPayer(), await api.addUser()];
    const [hers, his] = [await world.connect(ann), await world.connect(bob)];
    const value = Buffer.from(bob.user.identifier).toString('hex');
    const { pubkey } = api.node.identity;
    for (const amount of [500, 2700]) {
      const tlv_records = [{ type: 696_969, value }];
      assert.equal((await hers.call('pay_keysend', { amount, pubkey, tlv_records })).code, null);
    }
    assert.deepEqual([await ann.balanceSat(), await bob.balanceSat()], [996, 2]);
    const { result } = await his.call('list_transactions');
    const amounts = listOf(field(result, 'transactions')).map((one) => field(one, 'amount'));
    assert.deepEqual(amounts.toSorted(), [2700, 500]);
    const records = listOf((await bob.get('/invoices/incoming')).body);
    assert.deepEqual(records.map((one) => field(one, 'amount')).toSorted(), [0, 2]);
  });
});

describe('an invoice here without an amount', () => {
  for (const [name, amount] of [
    ['within this service', 1500],
    ['from outside', 999],
  ] as const) {
    test(`is told as 0 until it is paid ${name}, then to the msat`, async () => {
      const [ann, bob] = [await addPayer(), await api.addUser()];
      const his = await world.connect(bob);
      const { bolt11, paymentHash } = await makeOpenInvoice(api.deps, bob);
      const told = async () => {
        const found = await his.call('lookup_invoice', { payment_hash: paymentHash });
        const { result } = await his.call('list_transactions', { unpaid: true });
        const [listed] = listOf(field(result, 'transactions'));
        return [found.result, listed].map((one) => [field(one, 'amount'), field(one, 'state')]);
      };
      const open = [0, 'pending'];
      assert.deepEqual(await told(), [open, open]);
      if (name === 'from outside') {
        await api.payFromExternalNode(paymentHash, msat(BigInt(amount)));
      } else {
        const hers = await world.connect(ann);
        const paid = await hers.call('pay_invoice', { invoice: bolt11, amount });
        assert.equal(numberField(paid.result, 'fees_paid'), 500);
        const again = await hers.call('pay_invoice', { invoice: bolt11, amount: 9000 });
        assert.deepEqual(again.result, paid.result, 'the same payment, as nothing is paid twice');
        assert.equal(await ann.balanceSat(), 998);
      }
      const settled = [amount, 'settled'];
      assert.deepEqual(await told(), [settled, settled]);
      assert.equal(await bob.balanceSat(), Math.floor(amount / 1000));
    });
  }
});

describe('what apps write for nothing', () => {
  test('is not given', async () => {
    const app = await world.connect(await addPayer());
    const zeros = { description: '', description_hash: '', expiry: 0, metadata: '' };
    const made = await app.call('make_invoice', { amount: 21_000, ...zeros });
    assert.equal(made.code, null);
    const { created_at: created, expires_at: expires } = {
      created_at: numberField(made.result, 'created_at'),
      expires_at: numberField(made.result, 'expires_at'),
    };
    assert.equal(expires - created, 86_400);
    for (const amount of [0, null, '']) {
      const invoice = api.node.externalInvoice({ amountMsat: 10_000n }).bolt11;
      assert.equal((await app.call('pay_invoice', { invoice, amount })).code, null);
    }
    const all = { from: 0, until: 0, limit: 0, offset: 0, type: '', unpaid: '' };
    const { result } = await app.call('list_transactions', all);
    assert.equal(listOf(field(result, 'transactions')).length, 4);
    const found = await app.call('lookup_invoice', {
      invoice: '',
      payment_hash: textField(made.result, 'payment_hash'),
    });
    assert.equal(field(found.result, 'amount'), 21_000);
  });

  test('the preimage record of the example in NIP-47 is left out, and ours is used', async () => {
    const app = await world.connect(await addPayer());
    const tlv_records = [{ type: 5_482_373_484, value: '11'.repeat(32) }];
    const sent = await app.call('pay_keysend', { amount: 2000, pubkey: PAYEE, tlv_records });
    assert.equal(sent.code, null);
    const order = api.node.sent.at(-1);
    assert(order?.kind === 'keysend');
    assert.deepEqual([...order.records], []);
    const preimage = textField(sent.result, 'preimage');
    assert.notEqual(preimage, '11'.repeat(32));
    assert.equal(hashPreimage(Buffer.from(preimage, 'hex')), order.paymentHash);
  });
});
