import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { debitSat, msat, sat } from '../../src/base/amount.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { type Payment, toSettledPayment } from '../../src/ledger/payment.ts';
import type { PaymentState } from '../../src/ledger/payment-state.ts';
import {
  renderKeysendReceipt,
  renderReceipt,
  renderSettledPayment,
} from '../../src/ledger/settled-record.ts';
import { presentBalance, presentPaid } from '../../src/nwc/present-wallet.ts';
import {
  presentFound,
  presentInvoice,
  presentPayment,
  presentRecord,
  type Transaction,
} from '../../src/nwc/transaction.ts';
import { checkProperty } from '../support/check-property.ts';
import {
  BOLT11,
  CREATED,
  CREATED_SEC,
  EXPIRES,
  EXPIRES_SEC,
  HASH,
  INVOICE,
  NODE,
  PAYMENT,
  PREIMAGE,
  RECEIPT,
  SETTLED,
  SETTLED_SEC,
} from '../support/nwc/shown-money.ts';

const RECORDS = new Map([
  [7_629_169n, Buffer.from('{"sender_name":"Eve","message":"great","ts":7}')],
  [696_969n, Buffer.from([255, 0])],
  [2n ** 60n, Buffer.from('beyond')],
]);

describe('transactions of what came in', () => {
  const open: Transaction = {
    type: 'incoming',
    state: 'pending',
    invoice: 'lnbcrt1…',
    description: 'bread',
    payment_hash: HASH,
    amount: 21_000,
    fees_paid: 0,
    created_at: CREATED_SEC,
    expires_at: EXPIRES_SEC,
  };
  const settled = {
    ...open,
    state: 'settled',
    preimage: PREIMAGE,
    settled_at: SETTLED_SEC,
  } as const;

  test('27 an open invoice, without the preimage that we know', () => {
    assert.deepEqual(presentInvoice(INVOICE, CREATED), open);
  });

  test('27 an expired one, without it too', () => {
    assert.deepEqual(presentInvoice(INVOICE, EXPIRES), { ...open, state: 'expired' });
  });

  test('one that has settled, as invoice and as record', () => {
    assert.deepEqual(presentInvoice({ ...INVOICE, settledAt: SETTLED }, EXPIRES), settled);
    // More came than was asked: the wallet was credited whole sats, and the app is told of all.
    const { amountMsat } = RECEIPT;
    const shown = presentRecord({
      movement: 'bolt11',
      body: renderReceipt(INVOICE, RECEIPT, NODE),
      amountMsat,
    });
    assert.deepEqual(shown, { ...settled, amount: 21_999 });
  });

  test('what its creator gave, comment and payer have the names of the standard', () => {
    const invoice: Invoice = {
      ...INVOICE,
      memo: null,
      descriptionHash: 'cc'.repeat(32),
      comment: 'thanks',
      metadataJson: '{"order":7,"zap_request":{"kind":9734},"zap_request_raw":"{}"}',
      payerName: 'Ann',
      payerEmail: 'ann@example.com',
    };
    const { description, description_hash, metadata } = presentInvoice(invoice, CREATED);
    assert.deepEqual([description, description_hash], ['', 'cc'.repeat(32)]);
    assert.deepEqual(metadata, {
      order: 7,
      nostr: { kind: 9734 },
      comment: 'thanks',
      payer_data: { name: 'Ann', email: 'ann@example.com' },
    });
    const body = renderReceipt(invoice, RECEIPT, NODE);
    const record = presentRecord({ ...RECEIPT, movement: 'bolt11', body });
    assert.deepEqual(record.metadata, metadata);
  });

  test('numbers within metadata are written as they were sent', () => {
    const metadataJson = '{"order":12345678901234567890,"price":1.50}';
    const invoice: Invoice = { ...INVOICE, metadataJson };
    const body = renderReceipt(invoice, RECEIPT, NODE);
    const record = { ...RECEIPT, movement: 'bolt11', body } as const;
    for (const { metadata } of [presentInvoice(invoice, CREATED), presentRecord(record)]) {
      assert.equal(JSON.stringify(metadata), metadataJson);
    }
  });

  test('a keysend has no invoice and no end, and its records in hex', () => {
    const body = renderKeysendReceipt({ ...RECEIPT, records: RECORDS }, NODE);
    assert.deepEqual(presentRecord({ ...RECEIPT, movement: 'keysend', body }), {
      type: 'incoming',
      state: 'settled',
      invoice: '',
      description: '',
      preimage: PREIMAGE,
      payment_hash: HASH,
      amount: 21_999,
      fees_paid: 0,
      created_at: CREATED_SEC,
      settled_at: SETTLED_SEC,
      metadata: {
        comment: 'great',
        payer_data: { name: 'Eve' },
        // The type beyond 2^53 is no number that apps can read.
        tlv_records: [
          { type: 696_969, value: 'ff00' },
          { type: 7_629_169, value: Buffer.from(RECORDS.get(7_629_169n) ?? []).toString('hex') },
        ],
      },
    });
  });

  test('a set of parts that came without a preimage has an empty one', () => {
    const body = renderKeysendReceipt({ ...RECEIPT, preimage: null }, NODE);
    assert.equal(presentRecord({ ...RECEIPT, movement: 'keysend', body }).preimage, '');
  });

  test('25 metadata of more than 4096 characters is dropped, the longest part first', () => {
    const padded = (length: number) => {
      const metadata = { a: 'é'.repeat(length - '{"a":"","comment":"hi"}'.length) };
      const metadataJson = JSON.stringify(metadata);
      return presentInvoice({ ...INVOICE, comment: 'hi', metadataJson }, CREATED).metadata;
    };
    assert.equal(JSON.stringify(padded(4096)).length, 4096);
    assert.deepEqual(padded(4097), { comment: 'hi' });
    const records = new Map([[65_536n, Buffer.alloc(2048)]]);
    const body = renderKeysendReceipt({ ...RECEIPT, records }, NODE);
    const keysend = presentRecord({ ...RECEIPT, movement: 'keysend', body });
    assert.equal(keysend.metadata, undefined);
    const text = presentInvoice({ ...INVOICE, comment: 'x'.repeat(4096) }, CREATED);
    assert.equal(text.metadata, undefined);
  });

  for (const metadataJson of ['[]', '"x"', 'null', '{}', '7']) {
    test(`metadata ${metadataJson} says nothing`, () => {
      assert.equal(presentInvoice({ ...INVOICE, metadataJson }, CREATED).metadata, undefined);
    });
  }
});

describe('transactions of what went out', () => {
  const settled: Transaction = {
    type: 'outgoing',
    state: 'settled',
    invoice: BOLT11,
    description: 'Two coffees',
    preimage: PREIMAGE,
    payment_hash: HASH,
    // The wallet paid each started sat of 1500 msat and a fee of 2400.
    amount: 1500,
    fees_paid: 2500,
    created_at: CREATED_SEC,
    expires_at: 1_700_086_400,
    settled_at: SETTLED_SEC,
  };

  test('a settled payment, as payment and as record', () => {
    assert.deepEqual(presentPayment(PAYMENT, CREATED), settled);
    const body = renderSettledPayment(toSettledPayment(PAYMENT));
    assert.deepEqual(presentRecord({ ...PAYMENT, movement: 'bolt11', body }), settled);
  });

  const { preimage, settled_at, ...unsettled } = settled;
  for (const state of ['reserved', 'dispatching', 'in_flight', 'unknown'] as PaymentState[]) {
    test(`10 ${state}: pending, with an end to come, and no preimage`, () => {
      const payment = { ...PAYMENT, state, feeMsat: null, endedAt: null };
      const pending = { ...unsettled, state: 'pending', fees_paid: 0 };
      assert.deepEqual(presentPayment(payment, new Date(1_700_000_000_000)), pending);
      const later = presentPayment(payment, CREATED);
      assert.deepEqual(later, { ...pending, expires_at: CREATED_SEC + 3600 });
    });
  }

  test('27 a failed keysend has no preimage, though we made it', () => {
    const failed: Payment = {
      ...PAYMENT,
      kind: 'keysend',
      bolt11: '',
      state: 'failed',
      feeMsat: null,
    };
    const { expires_at, ...rest } = unsettled;
    assert.deepEqual(presentPayment(failed, CREATED), {
      ...rest,
      state: 'failed',
      fees_paid: 0,
      invoice: '',
    });
  });

  test('whom it was sent to, and with which words', () => {
    const sentTo = { payee: 'bob@example.com', comment: 'for tea', successAction: null };
    assert.deepEqual(presentPayment({ ...PAYMENT, sentTo }, CREATED).metadata, {
      recipient_data: { identifier: 'bob@example.com' },
      comment: 'for tea',
    });
  });

  test('31 amounts and fees are what left the balance', () => {
    const amount = fc.bigInt(1n, 10n ** 12n);
    checkProperty(
      fc.property(amount, fc.bigInt(0n, 10n ** 8n), (amountMsat, feeMsat) => {
        const heldSat = sat(debitSat(msat(amountMsat)) + 50_000n);
        const payment = {
          ...PAYMENT,
          amountMsat: msat(amountMsat),
          feeMsat: msat(feeMsat),
          heldSat,
        };
        const { feeSat, amountSat } = toSettledPayment(payment);
        const shown = presentPayment(payment, CREATED);
        const { fees_paid } = presentPaid(toSettledPayment(payment));
        assert.equal(shown.fees_paid, fees_paid);
        const debited = presentBalance(sat(amountSat + feeSat)).balance;
        assert.equal(shown.amount + shown.fees_paid, debited);
        const body = renderSettledPayment(toSettledPayment(payment));
        const record = presentRecord({ ...payment, movement: 'bolt11', body });
        assert.deepEqual([record.amount, record.fees_paid], [shown.amount, shown.fees_paid]);
      }),
      { numRuns: 1000 },
    );
  });
});

test('what a look-up found, whichever it is', () => {
  const body = renderReceipt(INVOICE, RECEIPT, NODE);
  const found = { invoice: INVOICE, receiptsCount: 0 };
  const record = { ...RECEIPT, kind: 'record', movement: 'bolt11', body } as const;
  assert.equal(presentFound(record, CREATED).state, 'settled');
  assert.equal(presentFound({ kind: 'invoice', found }, EXPIRES).state, 'expired');
  assert.equal(presentFound({ kind: 'payment', payment: PAYMENT }, CREATED).type, 'outgoing');
});
