import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NwcMethod } from '../../src/apps/nwc-keys/method.ts';
import { msat } from '../../src/base/amount.ts';
import { type NwcRequest, readRequest } from '../../src/nwc/nwc-request.ts';
import { requestError } from '../../src/nwc/request-refusals.ts';
import { checkKeysendOrder } from '../../src/payments/keysend-order.ts';
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

const BAD_AMOUNTS = [-1, 1e21, '1000', 1.5, true, [1000], {}, 2 ** 53];

describe('pay_invoice', () => {
  const paid = (bolt11: string, amountMsat: bigint | null, maxFeeMsat: bigint | null = null) => ({
    method: 'pay_invoice',
    bolt11,
    amountMsat,
    maxFeeMsat,
  });

  test('23 an invoice without an amount, with and without one beside it', () => {
    const withOne = run('pay_invoice', { invoice: AMOUNTLESS, amount: 2000 });
    assert.deepEqual(withOne, paid(AMOUNTLESS, 2000n));
    // The wallet says that it is missing: it may be no invoice at all.
    assert.deepEqual(run('pay_invoice', { invoice: AMOUNTLESS }), paid(AMOUNTLESS, null));
    for (const amount of [1, 999, 5500]) {
      const parts = run('pay_invoice', { invoice: AMOUNTLESS, amount });
      assert.deepEqual(parts, paid(AMOUNTLESS, BigInt(amount)));
    }
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

  test('what an app writes for nothing is not given', () => {
    for (const amount of [0, null, '']) {
      for (const invoice of [STATED, AMOUNTLESS]) {
        const read = run('pay_invoice', { invoice, amount, max_fee: '', metadata: '' });
        assert.deepEqual(read, paid(invoice, null), JSON.stringify(amount));
      }
    }
  });

  for (const amount of BAD_AMOUNTS) {
    test(`23 amount ${JSON.stringify(amount)}`, () => {
      assert.match(refused('pay_invoice', { invoice: AMOUNTLESS, amount }), /^amount must be/);
    });
  }

  test('23 no invoice, and what is none, is left for the wallet to say', () => {
    assert.equal(refused('pay_invoice', {}), 'invoice is missing');
    assert.match(refused('pay_invoice', { invoice: 5 }), /invoice must be a text/);
    assert.deepEqual(run('pay_invoice', { invoice: '1' }), paid('1', null));
    assert.deepEqual(run('pay_invoice', { invoice: 'x', amount: 1000 }), paid('x', 1000n));
  });

  test('metadata of a payment is not kept, and not judged', () => {
    for (const metadata of [{ comment: 'x' }, [], 'x', 7]) {
      assert.deepEqual(run('pay_invoice', { invoice: STATED, metadata }), paid(STATED, null));
    }
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
    assert.deepEqual([made.amountMsat, made.destination], [3000n, PUBKEY]);
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
    assert.deepEqual(order({ tlv_records: '' }), order({}));
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
    ...[0, null, ''].map((amount) => ['no amount', { amount }] as const),
    ['no destination', { pubkey: null }],
    ['a number as destination', { pubkey: 2 }],
    ...BAD_AMOUNTS.map((amount) => [`23 amount ${JSON.stringify(amount)}`, { amount }] as const),
  ] as const) {
    test(`refused: ${what}`, () => {
      assert.ok(refused('pay_keysend', { amount: 3000, pubkey: PUBKEY, ...bad }).length > 0);
    });
  }

  test('parts of a sat', () => {
    for (const amount of [1, 999, 33_333]) {
      assert.equal(order({ amount }).amountMsat, BigInt(amount));
    }
  });

  test('the record of a preimage, as the example of NIP-47 has it, is left out', () => {
    const records = [
      { type: 5_482_373_484, value: HASH },
      { type: 34_349_334, value: 'aa' },
    ];
    const checked = checkKeysendOrder(order({ tlv_records: records }));
    assert(checked.ok);
    assert.deepEqual(checked.value.records, new Map([[34_349_334n, new Uint8Array([0xaa])]]));
  });

  test('types of the protocol itself, and too many bytes, are refused with the order', () => {
    const kindOf = (type: number, value: string) => {
      const checked = checkKeysendOrder(order({ tlv_records: [{ type, value }] }));
      return checked.ok ? null : checked.refusal.kind;
    };
    assert.equal(kindOf(65_535, '00'), 'bad_custom_record');
    assert.equal(kindOf(0, '00'), 'bad_custom_record');
    assert.equal(kindOf(65_536, '00'.repeat(4096)), null);
    assert.equal(kindOf(65_536, '00'.repeat(4097)), 'bad_input');
  });
});
