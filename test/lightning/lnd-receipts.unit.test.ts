import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { closeLnds } from '../support/lnd-against-script.ts';
import { eventOf, play, receiptsOf, sending } from '../support/lnd-invoice-stream.ts';
import {
  ampInvoiceMessage,
  ampSetMessage,
  BOLT11,
  base64,
  htlcMessage,
  invoiceMessage,
  PAYMENT_HASH,
  PREIMAGE,
  SET_A,
  SET_B,
  settledInvoiceMessage,
} from '../support/lnd-messages.ts';

afterEach(closeLnds);

it('tells of a settled invoice, all that counts', async () => {
  assert.deepEqual(await eventOf(settledInvoiceMessage({ amt_paid_msat: '1777' })), {
    kind: 'settled',
    settleIndex: 24n,
    payments: [
      {
        settleIndex: 24n,
        paymentHash: PAYMENT_HASH,
        setId: null,
        preimage: PREIMAGE,
        amountMsat: 1777n,
        settledAt: new Date('2026-11-21T10:30:35.000Z'),
        isKeysend: false,
        bolt11: BOLT11,
        records: new Map(),
      },
    ],
  });
});

it('passes over what is not a settlement', async () => {
  const { events } = await play(
    sending(
      { result: invoiceMessage() },
      { result: invoiceMessage({ state: 'CANCELED' }) },
      { result: invoiceMessage({ state: 'ACCEPTED', amt_paid_msat: '1500' }) },
      { result: invoiceMessage({ state: 'FROZEN' }) },
      { result: settledInvoiceMessage({ settle_index: '0' }) },
    ),
  );
  assert.deepEqual(events, [{ kind: 'connected' }]);
});

it('collects the records of a keysend, without those of the protocol', async () => {
  const htlcs = [
    htlcMessage({ state: 'CANCELED', custom_records: { '696969': base64('00') } }),
    htlcMessage({
      custom_records: {
        '5482373484': base64(PREIMAGE),
        '106823': 'AA==',
        '696969': base64('6100ff'),
        '18446744073709551615': '',
      },
    }),
    htlcMessage({ custom_records: { '696969': base64('62'), '7629169': base64('7b7d') } }),
  ];
  const event = await eventOf(
    settledInvoiceMessage({ is_keysend: true, payment_request: '', htlcs }),
  );
  const [receipt] = receiptsOf(event);
  assert.equal(receipt?.isKeysend, true);
  assert.equal(receipt.bolt11, '');
  assert.deepEqual(
    receipt.records,
    new Map([
      [696_969n, new Uint8Array([0x61, 0, 0xff])],
      [2n ** 64n - 1n, new Uint8Array()],
      [7_629_169n, new Uint8Array([0x7b, 0x7d])],
    ]),
  );
});

it('makes a receipt of each set that paid an AMP invoice', async () => {
  const event = await eventOf(ampInvoiceMessage());
  assert.equal(event.kind === 'settled' && event.settleIndex, 25n);
  const told = receiptsOf(event).map(({ settledAt: _settledAt, bolt11: _bolt11, ...rest }) => rest);
  const common = { paymentHash: PAYMENT_HASH, preimage: null, isKeysend: false };
  assert.deepEqual(told, [
    {
      ...common,
      settleIndex: 25n,
      setId: SET_B,
      amountMsat: 2500n,
      records: new Map([[696_969n, new Uint8Array([0x42])]]),
    },
    {
      ...common,
      settleIndex: 24n,
      setId: SET_A,
      amountMsat: 2000n,
      records: new Map([[696_969n, new Uint8Array([0x41])]]),
    },
  ]);
});

it('leaves out sets of an AMP invoice that are not settled', async () => {
  const event = await eventOf(
    ampInvoiceMessage({
      amp_invoice_state: {
        [SET_A]: ampSetMessage(),
        [SET_B]: ampSetMessage({ state: 'ACCEPTED', settle_time: '-62135596800' }),
      },
    }),
  );
  assert.deepEqual(
    receiptsOf(event).map(({ setId }) => setId),
    [SET_A],
  );
});

it('names AMP without an invoice by its set', async () => {
  const event = await eventOf(
    ampInvoiceMessage({
      r_hash: '',
      payment_request: '',
      amp_invoice_state: { [SET_A]: ampSetMessage() },
    }),
  );
  const [receipt] = receiptsOf(event);
  assert.equal(receipt?.paymentHash, SET_A);
  assert.equal(receipt.isKeysend, true);
});
