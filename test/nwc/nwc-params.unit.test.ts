import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { NWC_METHODS, type NwcMethod } from '../../src/apps/nwc-keys/method.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { checkInvoiceOrder, EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import { type NwcRequest, readRequest } from '../../src/nwc/nwc-request.ts';
import { readRequestBody } from '../../src/nwc/request-body.ts';
import { requestError } from '../../src/nwc/request-refusals.ts';
import { createInvoiceError } from '../../src/nwc/wallet-errors.ts';
import { checkProperty } from '../support/check-property.ts';
import { sampleText } from '../support/sample-bolt11.ts';

const HASH = 'aa'.repeat(32);
const STATED = sampleText({ amountMsat: msat(250_000_000n) });

function run(method: NwcMethod, params: object): NwcRequest {
  const read = readRequest({ method, params });
  assert(read.ok, `${method} was refused`);
  return read.value;
}

/** The words of the refusal, after a look at its code. */
function refused(method: NwcMethod, params: object): string {
  const read = readRequest({ method, params });
  assert(!read.ok, `${method} was read`);
  const { code, message } = requestError(read.refusal);
  assert.equal(code, method.startsWith('pay_') ? 'PAYMENT_FAILED' : 'OTHER');
  return message;
}

const BAD_AMOUNTS = [-1, 1e21, '1000', 1.5, true, [1000], {}, 2 ** 53];

describe('make_invoice', () => {
  test('25 with all that it takes', () => {
    const made = run('make_invoice', {
      amount: 21_000,
      description: 'tea',
      description_hash: HASH.toUpperCase(),
      expiry: 60,
      metadata: { comment: 'é' },
    });
    assert.deepEqual(made, {
      method: 'make_invoice',
      order: {
        ...EMPTY_ORDER,
        amountMsat: 21_000n,
        description: 'tea',
        descriptionHash: HASH,
        metadataJson: '{"comment":"é"}',
        expirySec: 60,
      },
    });
  });

  test('25 null and empty texts are left out', () => {
    const bare = run('make_invoice', { amount: 1000 });
    const nulls = { description: null, description_hash: null, expiry: null, metadata: null };
    assert.deepEqual(run('make_invoice', { amount: 1000, ...nulls }), bare);
    assert.deepEqual(run('make_invoice', { amount: 1000, description_hash: '' }), bare);
    // What apps write whose language has zero values, and what empty forms send.
    const zeros = { description: '', description_hash: '', expiry: 0, metadata: '' };
    assert.deepEqual(run('make_invoice', { amount: 1000, ...zeros }), bare);
    assert.deepEqual(run('make_invoice', { amount: 1000, expiry: '' }), bare);
  });

  for (const amount of BAD_AMOUNTS) {
    test(`23 amount ${JSON.stringify(amount)}`, () => {
      assert.match(refused('make_invoice', { amount }), /^amount must be/);
    });
  }

  test('23 no amount', () => {
    assert.equal(refused('make_invoice', {}), 'amount is missing');
    assert.equal(refused('make_invoice', { amount: null }), 'amount is missing');
    assert.equal(refused('make_invoice', { amount: 0 }), 'amount is missing');
    assert.equal(refused('make_invoice', { amount: '' }), 'amount is missing');
  });

  for (const [what, bad] of [
    ['a short description_hash', { description_hash: 'ab' }],
    ['a description_hash of other letters', { description_hash: 'x'.repeat(64) }],
    ['a number as description', { description: 1 }],
    ['an expiry below 0', { expiry: -1 }],
    ['a huge expiry', { expiry: 31_536_001 }],
    ['half an expiry', { expiry: 0.5 }],
    ['an expiry in words', { expiry: '60' }],
    ['a list of metadata', { metadata: [] }],
    ['metadata in words', { metadata: 'x' }],
  ] as const) {
    test(`25 ${what}`, () => {
      assert.match(refused('make_invoice', { amount: 1000, ...bad }), / must be /);
    });
  }

  test('parts of a sat, from a whole one on', () => {
    const errorOf = (amount: number) => {
      const made = run('make_invoice', { amount });
      assert(made.method === 'make_invoice');
      assert.equal(made.order.amountMsat, BigInt(amount));
      const checked = checkInvoiceOrder(made.order, { amountMaxSat: sat(10n) });
      return checked.ok ? null : createInvoiceError(checked.refusal).message;
    };
    assert.deepEqual([1000, 1001, 1500, 9999].map(errorOf), [null, null, null, null]);
    // Less than a sat would bring nothing.
    assert.match(errorOf(999) ?? '', /^amount must be at least 1000 msat/);
    assert.match(errorOf(10_001) ?? '', /above/);
  });

  test('25 a description of 640 bytes is refused with the order, in the words of its bound', () => {
    const errorOf = (bytes: number) => {
      const made = run('make_invoice', { amount: 1000, description: 'é'.repeat(bytes / 2) });
      assert(made.method === 'make_invoice');
      const checked = checkInvoiceOrder(made.order, { amountMaxSat: sat(10n) });
      return checked.ok ? null : createInvoiceError(checked.refusal);
    };
    assert.equal(errorOf(638), null);
    const error = { code: 'OTHER', message: 'description is longer than 639 bytes' };
    assert.deepEqual(errorOf(640), error);
  });

  test('numbers within metadata stay as they were sent; an amount may be written as 21000.0', () => {
    const metadata = '{"order":12345678901234567890,"price":1.50}';
    const text = `{"method":"make_invoice","params":{"amount":2.1e4,"metadata":${metadata}}}`;
    const body = readRequestBody(text);
    assert(body.ok);
    const made = run('make_invoice', body.value.params);
    assert(made.method === 'make_invoice');
    assert.equal(made.order.metadataJson, metadata);
    assert.equal(made.order.amountMsat, 21_000n);
    const tooLarge = text.replace('1.50', '1e400');
    assert.equal(readRequestBody(tooLarge).ok, false);
  });

  test('25 metadata of 4096 characters stays, of 4097 is dropped', () => {
    const metadataOf = (length: number) => {
      const made = run('make_invoice', {
        amount: 1000,
        metadata: { a: 'é'.repeat(length - '{"a":""}'.length) },
      });
      return made.method === 'make_invoice' ? made.order.metadataJson?.length : undefined;
    };
    assert.equal(metadataOf(4096), 4096);
    assert.equal(metadataOf(4097), undefined);
  });
});

describe('lookup_invoice', () => {
  test('by hash or invoice, in either case', () => {
    const expected = { method: 'lookup_invoice', paymentHash: HASH } as const;
    assert.deepEqual(run('lookup_invoice', { payment_hash: HASH.toUpperCase() }), expected);
    assert.deepEqual(
      run('lookup_invoice', { invoice: `lightning:${STATED.toUpperCase()}` }),
      expected,
    );
    const both = { invoice: STATED, payment_hash: HASH };
    assert.deepEqual(run('lookup_invoice', both), expected);
    assert.deepEqual(run('lookup_invoice', { payment_hash: HASH, invoice: '' }), expected);
    // An invoice of the old kind is never paid, but people look up what they once paid.
    const old = sampleText({ paymentSecret: null, featureBits: [] });
    assert.deepEqual(run('lookup_invoice', { invoice: old }), expected);
  });

  for (const [what, bad] of [
    ['neither', {}],
    ['a short hash', { payment_hash: 'aa' }],
    ['no invoice', { invoice: 'x' }],
    ['two invoices', { invoice: STATED, payment_hash: 'bb'.repeat(32) }],
  ] as const) {
    test(`refused: ${what}`, () => assert.ok(refused('lookup_invoice', bad)));
  }
});

describe('list_transactions', () => {
  const list = (params: object) => run('list_transactions', params);

  test('26 what it takes when nothing is said', () => {
    assert.deepEqual(list({}), {
      method: 'list_transactions',
      fromSec: 0,
      untilSec: 99_999_999_999,
      limit: 10,
      offset: 0,
      direction: 'both',
      withUnpaid: { incoming: false, outgoing: false },
    });
    const nulls = { from: null, until: null, limit: null, offset: null, unpaid: null, type: null };
    assert.deepEqual(list(nulls), list({}));
    assert.deepEqual(list({ type: '', limit: 0 }), list({}));
  });

  test('26 limit 500, an offset past all, from after until', () => {
    const asked = list({ limit: 500, offset: 2 ** 53 - 1, from: 99_999_999_999, until: 5 });
    assert(asked.method === 'list_transactions');
    assert.deepEqual(
      [asked.limit, asked.offset, asked.fromSec, asked.untilSec],
      [50, 1_000_000_000, 99_999_999_999, 5],
    );
  });

  test('26 unpaid ones, as Hub names them too', () => {
    for (const [params, incoming, outgoing] of [
      [{ unpaid: true }, true, true],
      [{ unpaid_incoming: true }, true, false],
      [{ unpaid_outgoing: true, type: 'outgoing' }, false, true],
      [{ unpaid: false, unpaid_incoming: false }, false, false],
    ] as const) {
      const asked = list(params);
      assert(asked.method === 'list_transactions');
      assert.deepEqual(asked.withUnpaid, { incoming, outgoing });
    }
  });

  for (const bad of [
    { limit: -1 },
    { limit: 1.5 },
    { limit: '10' },
    { offset: -1 },
    { from: -1 },
    { from: '2020-01-01' },
    { until: 2 ** 53 },
    { from: 1_700_000_000_000 },
    { until: 1_700_000_000_000 },
    { until: 100_000_000_000 },
    { unpaid: 'yes' },
    { unpaid: 1 },
    { type: 'all' },
    { type: 1 },
  ]) {
    test(`26 refused: ${JSON.stringify(bad)}`, () => {
      assert.match(refused('list_transactions', bad), / must be /);
    });
  }
});

test('22 any parameters of any method are answered', () => {
  const names = ['amount', 'invoice', 'pubkey', 'tlv_records', 'payment_hash', 'metadata', 'limit'];
  const params = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  checkProperty(
    fc.property(fc.constantFrom(...NWC_METHODS), params, (method, given) => {
      const read = readRequest({ method, params: given });
      if (!read.ok) assert.ok(requestError(read.refusal).message.length <= 1000);
    }),
    { numRuns: 500 },
  );
});
