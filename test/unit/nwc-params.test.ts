import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { msat } from '../../src/base/amount.ts';
import { NWC_METHODS, type NwcMethod } from '../../src/nwc/method.ts';
import { type NwcRequest, readRequest } from '../../src/nwc/nwc-request.ts';
import { requestError } from '../../src/nwc/request-refusals.ts';
import { checkKeysendOrder } from '../../src/wallet/keysend-order.ts';
import { checkProperty } from '../support/check-property.ts';
import { sampleText } from '../support/sample-bolt11.ts';

const HASH = 'aa'.repeat(32);
const PUBKEY = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;
const STATED = sampleText({ amountMsat: msat(250_000_000n) });
const ODD = sampleText({ amountMsat: msat(1_500n) });
const AMOUNTLESS = sampleText({ amountMsat: null });

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

const BAD_AMOUNTS = [0, -1, 1, 999, 1500, 1e21, '1000', 1.5, true, [1000], {}, 2 ** 53];

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
        amountSat: 21n,
        description: 'tea',
        memo: null,
        descriptionHash: HASH,
        currency: null,
        comment: null,
        metadataJson: '{"comment":"é"}',
        payerName: null,
        payerEmail: null,
        payerPubkey: null,
        expirySec: 60,
      },
    });
  });

  test('25 null and empty texts are left out', () => {
    const bare = run('make_invoice', { amount: 1000 });
    const nulls = { description: null, description_hash: null, expiry: null, metadata: null };
    assert.deepEqual(run('make_invoice', { amount: 1000, ...nulls }), bare);
    assert.deepEqual(run('make_invoice', { amount: 1000, description_hash: '' }), bare);
  });

  for (const amount of BAD_AMOUNTS) {
    test(`23 amount ${JSON.stringify(amount)}`, () => {
      assert.match(refused('make_invoice', { amount }), /^amount must be/);
    });
  }

  test('23 no amount', () => {
    assert.equal(refused('make_invoice', {}), 'amount is missing');
    assert.equal(refused('make_invoice', { amount: null }), 'amount is missing');
  });

  for (const [what, bad] of [
    ['a short description_hash', { description_hash: 'ab' }],
    ['a description_hash of other letters', { description_hash: 'x'.repeat(64) }],
    ['a number as description', { description: 1 }],
    ['expiry 0', { expiry: 0 }],
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

describe('pay_invoice', () => {
  const paid = (bolt11: string, amountSat: bigint | null, maxFeeMsat: bigint | null = null) => ({
    method: 'pay_invoice',
    bolt11,
    amountSat,
    maxFeeMsat,
  });

  test('23 an invoice without an amount, with and without one beside it', () => {
    const withOne = run('pay_invoice', { invoice: AMOUNTLESS, amount: 2000 });
    assert.deepEqual(withOne, paid(AMOUNTLESS, 2n));
    // The wallet says that it is missing: it may be no invoice at all.
    assert.deepEqual(run('pay_invoice', { invoice: AMOUNTLESS }), paid(AMOUNTLESS, null));
    assert.match(refused('pay_invoice', { invoice: AMOUNTLESS, amount: 1500 }), /multiple of 1000/);
  });

  test('23 an amount beside the own one of an invoice must equal it', () => {
    assert.deepEqual(
      run('pay_invoice', { invoice: STATED, amount: 250_000_000 }),
      paid(STATED, null),
    );
    assert.deepEqual(run('pay_invoice', { invoice: ODD, amount: 1500 }), paid(ODD, null));
    for (const amount of [249_999_000, 250_001_000, 1]) {
      assert.match(refused('pay_invoice', { invoice: STATED, amount }), /differs/);
    }
    assert.match(refused('pay_invoice', { invoice: ODD, amount: 2000 }), /differs/);
  });

  test('24 upper case and `lightning:` change nothing', () => {
    for (const invoice of [STATED.toUpperCase(), `lightning:${STATED}`, ` LIGHTNING:${STATED} `]) {
      assert.deepEqual(run('pay_invoice', { invoice, amount: 250_000_000 }), paid(invoice, null));
    }
  });

  for (const amount of BAD_AMOUNTS.filter((one) => one !== 1 && one !== 999 && one !== 1500)) {
    test(`23 amount ${JSON.stringify(amount)}`, () => {
      assert.match(refused('pay_invoice', { invoice: AMOUNTLESS, amount }), /^amount must be/);
    });
  }

  test('23 no invoice, and what is none, is left for the wallet to say', () => {
    assert.equal(refused('pay_invoice', {}), 'invoice is missing');
    assert.match(refused('pay_invoice', { invoice: 5 }), /invoice must be a text/);
    assert.deepEqual(run('pay_invoice', { invoice: '1' }), paid('1', null));
    assert.deepEqual(run('pay_invoice', { invoice: 'x', amount: 1000 }), paid('x', 1n));
  });

  test('a bound for the fee, in msat', () => {
    assert.deepEqual(run('pay_invoice', { invoice: STATED, max_fee: 0 }), paid(STATED, null, 0n));
    assert.deepEqual(run('pay_invoice', { invoice: STATED, max_fee: 1 }), paid(STATED, null, 1n));
    assert.match(refused('pay_invoice', { invoice: STATED, max_fee: -1 }), /max_fee must be/);
  });
});

describe('pay_keysend', () => {
  const order = (params: object) => {
    const request = run('pay_keysend', { amount: 3000, pubkey: PUBKEY, ...params });
    assert(request.method === 'pay_keysend');
    return request.order;
  };

  test('records are bytes, which need not be text', () => {
    const made = order({
      tlv_records: [
        { type: 696_969, value: 'ff00' },
        { type: 5_482_373_485, value: '' },
      ],
    });
    assert.deepEqual([made.amountSat, made.destination], [3n, PUBKEY]);
    const checked = checkKeysendOrder(made);
    assert(checked.ok);
    assert.deepEqual(
      checked.value.records,
      new Map([
        [696_969n, new Uint8Array([255, 0])],
        [5_482_373_485n, new Uint8Array()],
      ]),
    );
  });

  test('null lists and an empty preimage are left out', () => {
    assert.deepEqual(order({ tlv_records: null, preimage: '' }), order({}));
  });

  for (const [what, bad] of [
    ['its own preimage', { preimage: HASH }],
    ['a type above 2^53', { tlv_records: [{ type: 2 ** 53, value: '00' }] }],
    ['a type in words', { tlv_records: [{ type: '696969', value: '00' }] }],
    ['half a type', { tlv_records: [{ type: 696_969.5, value: '00' }] }],
    ['a type below 0', { tlv_records: [{ type: -1, value: '00' }] }],
    ['no value', { tlv_records: [{ type: 696_969 }] }],
    ['a value that is no hex', { tlv_records: [{ type: 696_969, value: 'hello' }] }],
    ['half a byte', { tlv_records: [{ type: 696_969, value: 'abc' }] }],
    ['null in the list', { tlv_records: [null] }],
    ['an object in place of the list', { tlv_records: { '696969': 'aa' } }],
    ['a type twice', { tlv_records: Array(2).fill({ type: 696_969, value: '00' }) }],
    [
      '101 records',
      { tlv_records: Array.from({ length: 101 }, (_, at) => ({ type: 70_000 + at, value: '' })) },
    ],
    ['no destination', { pubkey: null }],
    ['a number as destination', { pubkey: 2 }],
    ...BAD_AMOUNTS.map((amount) => [`23 amount ${JSON.stringify(amount)}`, { amount }] as const),
  ] as const) {
    test(`refused: ${what}`, () => {
      assert.ok(refused('pay_keysend', { amount: 3000, pubkey: PUBKEY, ...bad }).length > 0);
    });
  }

  test('types of the protocol itself, and too many bytes, are refused with the order', () => {
    const kindOf = (type: number, value: string) => {
      const checked = checkKeysendOrder(order({ tlv_records: [{ type, value }] }));
      return checked.ok ? null : checked.refusal.kind;
    };
    assert.equal(kindOf(65_535, '00'), 'bad_custom_record');
    assert.equal(kindOf(0, '00'), 'bad_custom_record');
    assert.equal(kindOf(5_482_373_484, HASH), 'bad_custom_record');
    assert.equal(kindOf(65_536, '00'.repeat(4096)), null);
    assert.equal(kindOf(65_536, '00'.repeat(4097)), 'bad_input');
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
      untilSec: 253_402_300_799,
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
    const asked = list({ limit: 500, offset: 2 ** 53 - 1, from: 1e15, until: 5 });
    assert(asked.method === 'list_transactions');
    assert.deepEqual(
      [asked.limit, asked.offset, asked.fromSec, asked.untilSec],
      [50, 1_000_000_000, 253_402_300_799, 5],
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
