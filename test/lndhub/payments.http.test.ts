import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SCOPES_OF_PRESET } from '../../src/apps/preset.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { eventually } from '../support/eventually.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { addPayer, GOOD_PLAN, holdPayments, listTxs, pay } from '../support/lndhub/lndhub-payer.ts';
import { refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });

describe('GET /gettxs', () => {
  test('10 pages of payments, newest first, and keysends', async () => {
    const { phone } = await addPayer(world);
    const hashes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      world.clock.move(1000);
      const invoice = world.node.externalInvoice({ amountMsat: 10_000n });
      assert.equal((await pay(phone, invoice.bolt11)).status, 200);
      hashes.unshift(invoice.paymentHash);
    }
    const held = holdPayments(world);
    const sent = world.node.sent.length;
    const open = world.node.externalInvoice({ amountMsat: 10_000n });
    const paying = pay(phone, open.bolt11);
    await world.sent(sent + 1);
    hashes.unshift(open.paymentHash);
    const hashesIn = async (query: string) =>
      (await listTxs(phone, query)).map((one) => {
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
    const { user, phone } = await addPayer(world);
    const { bolt11 } = world.node.externalInvoice({ memo: 'by the browser' });
    await user.post('/payments/bolt11', { invoice: bolt11 });
    assert.deepEqual(
      (await listTxs(phone)).map((one) => field(one, 'memo')),
      ['by the browser'],
    );
  });
});

test('4 12 /checkpayment tells of a payment only who may see what its user pays', async () => {
  const { user, phone } = await addPayer(world);
  const { bolt11 } = world.node.externalInvoice();
  assert.equal((await pay(phone, bolt11)).status, 200);
  const decoded = decodeBolt11(bolt11);
  assert.ok(decoded.ok);
  const path = `/checkpayment/${decoded.value.paymentHash}`;
  assert.deepEqual((await phone.get(path)).body, { paid: true });
  const till = await world.connect(user, { scopes: SCOPES_OF_PRESET.receive });
  refusedWith(await till.get(path), 400, 8, /not found/);
});

describe('POST /keysend', () => {
  const destination = decodeBolt11(world.node.externalInvoice().bolt11);
  assert(destination.ok);
  const payee = destination.value.payee;

  test('pays a node, with records as texts', async () => {
    const { user, phone } = await addPayer(world);
    const customRecords = { 7629169: '{"podcast":"x"}', 7629171: 'y' };
    const order = { destination: payee, amount: '50', memo: 'boost', customRecords };
    const { status, body, text } = await phone.post('/keysend', order);
    assert.equal(status, 200, text);
    assert.equal(field(field(body, 'payment_preimage'), 'type'), 'Buffer');
    assert.deepEqual(field(body, 'payment_route'), { total_amt: 51, total_fees: 1 });
    assert.equal(await user.balanceSat(), 10_000 - 51);
    const [shown] = await listTxs(phone);
    assert.equal(field(shown, 'keysend'), true);
    assert.equal(field(shown, 'payment_request'), '');
    const shownRecords = field(shown, 'custom_records');
    assert.equal(field(shownRecords, '7629171'), Buffer.from('y').toString('base64'));
  });

  test('while its end is open, no one is told to send it again', async () => {
    const hasty = await startLndhub({ after }, { waitSec: 0 });
    const { user, phone } = await addPayer(hasty);
    const held = holdPayments(hasty);
    const answer = await phone.post('/keysend', { destination: payee, amount: 50 });
    refusedWith(answer, 400, 9, /Do not send it again/);
    const [open] = await listTxs(phone);
    assert.deepEqual([field(open, 'keysend'), field(open, 'payment_request')], [true, '']);
    held.end(GOOD_PLAN);
    await eventually('the payment ends', async () =>
      (await user.balanceSat()) === 10_000 - 51 ? true : null,
    );
  });

  test('what is no order', async () => {
    const { user, phone } = await addPayer(world);
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

describe('POST /keysend, as apps write it', () => {
  test('the record of a preimage and empty records are left out', async () => {
    const { user, phone } = await addPayer(world);
    const destination = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;
    const order = { destination, amount: 1, memo: '' };
    const records = { '5482373484': '0'.repeat(32), '34349334': 'hi' };
    const sent = await phone.post('/keysend', { ...order, customRecords: records });
    assert.equal(field(sent.body, 'payment_error'), '', sent.text);
    const newest = world.node.sent.at(-1);
    assert(newest?.kind === 'keysend');
    assert.deepEqual([...newest.records.keys()], [34_349_334n]);
    const empty = await phone.post('/keysend', { ...order, customRecords: '' });
    assert.equal(field(empty.body, 'payment_error'), '', empty.text);
    assert.equal(await user.balanceSat(), 10_000 - 2 * 2);
  });
});

describe('GET /decodeinvoice and /checkrouteinvoice', () => {
  test('an invoice with blinded paths, and one of the old kind that cannot be paid', async () => {
    const { user, phone } = await addPayer(world);
    const blinded = world.node.externalInvoice({ secretless: 'blinded' });
    const old = world.node.externalInvoice({ secretless: 'old' });
    for (const { bolt11, paymentHash } of [blinded, old]) {
      const { body } = await phone.get(`/decodeinvoice?invoice=${bolt11}`);
      assert.deepEqual(
        [field(body, 'payment_hash'), field(body, 'num_satoshis')],
        [paymentHash, '1000'],
      );
    }
    const refused = await phone.post('/payinvoice', { invoice: old.bolt11 });
    refusedWith(refused, 400, 4, /not a valid invoice: .*of an old kind.* cannot be paid/i);
    assert.equal(await user.balanceSat(), 10_000);
    const paid = await phone.post('/payinvoice', { invoice: blinded.bolt11 });
    assert.equal(field(paid.body, 'payment_error'), '', paid.text);
    assert.equal(world.node.sent.at(-1)?.paymentHash, blinded.paymentHash);
  });

  test('10 numbers are texts, as LND writes them', async () => {
    const { phone } = await addPayer(world);
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
    const invoice = world.node.externalInvoice({ memo: 'Groceries', routeHints });
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
