import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import { canBecome, type PaymentState } from '../../src/ledger/payment-state.ts';
import type { NodePayment } from '../../src/lightning/node-port.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { capReserve, feeReserveSat, heldForPayment } from '../../src/payments/fee-reserve.ts';
import { isDecisiveRefusal, judgeNodePayment } from '../../src/payments/payment-verdict.ts';

const PREIMAGE = 'ab'.repeat(32);
const payment: Payment = {
  id: 'p',
  identifier: 'P',
  userId: 'u',
  grantId: 'g',
  kind: 'bolt11',
  path: 'node',
  paymentHash: hashPreimage(Buffer.from(PREIMAGE, 'hex')),
  preimage: null,
  bolt11: '',
  amountMsat: msat(1000n),
  destination: '',
  memo: null,
  descriptionHash: null,
  records: new Map(),
  batch: null,
  sentTo: null,
  createdAt: new Date(0),
  state: 'dispatching',
  heldSat: sat(11n),
  feeMsat: null,
  failure: null,
  endedAt: null,
  dispatch: {
    ownerProcessId: 'a',
    senderProcessId: 'a',
    indexBefore: 7n,
    acknowledgedIndex: null,
    requestEndedAt: null,
    firstNotFoundAt: null,
  },
};

const succeeded = (paymentIndex: bigint, preimage = PREIMAGE): NodePayment => ({
  kind: 'succeeded',
  paymentIndex,
  preimage,
  amountMsat: msat(1000n),
  feeMsat: msat(1n),
});
const failed = (paymentIndex: bigint): NodePayment => ({
  kind: 'failed',
  paymentIndex,
  reason: 'no_route',
});
const inFlight = (paymentIndex: bigint): NodePayment => ({ kind: 'in_flight', paymentIndex });

const VERDICTS: readonly (readonly [string, NodePayment, string, string | null])[] = [
  ['nothing', { kind: 'not_found' }, 'absent', null],
  ['ours under way', inFlight(8n), 'in_flight', null],
  ['another’s under way', inFlight(7n), 'open', null],
  ['ours failed', failed(8n), 'failed', null],
  ['an earlier attempt failed', failed(7n), 'absent', null],
  ['ours succeeded', succeeded(8n), 'settled', null],
  ['another’s succeeded', succeeded(7n), 'failed', 'foreign_payment_for_hash'],
  ['a success without proof', succeeded(8n, 'cd'.repeat(32)), 'open', 'preimage_mismatch'],
  ['a success with half a proof', succeeded(8n, 'ab'), 'open', 'preimage_mismatch'],
];

for (const [what, said, kind, alarm] of VERDICTS) {
  test(`the node says: ${what}`, () => {
    const verdict = judgeNodePayment(payment, said);
    assert.equal(verdict.kind, kind);
    assert.equal('alarm' in verdict ? verdict.alarm : null, alarm);
  });
}

test('a refusal decides unless the node may have taken the payment all the same', () => {
  for (const code of [2, 3, 5, 9, 12, 13]) {
    assert.equal(isDecisiveRefusal({ kind: 'refused', code, detail: '' }), true);
  }
  for (const code of [1, 4, 6, 14]) {
    assert.equal(isDecisiveRefusal({ kind: 'refused', code, detail: '' }), false);
  }
  assert.equal(isDecisiveRefusal({ kind: 'unknown', detail: '' }), false);
});

test('the fee reserve is the greater of both, rounded up to a sat', () => {
  const config = { feeReserveMinSat: sat(10n), feeReservePpm: 10_000n };
  const cases = [
    [1n, 10n],
    [1_000_000n, 10n],
    [1_000_001n, 11n],
    [1_100_000n, 11n],
    [1_100_001n, 12n],
    [250_000_000n, 2500n],
  ] as const;
  for (const [amountMsat, reserveSat] of cases) {
    assert.equal(feeReserveSat(msat(amountMsat), config), reserveSat);
  }
  assert.equal(heldForPayment(msat(1_999n), config), 12n);
  assert.equal(feeReserveSat(msat(5n), { feeReserveMinSat: sat(0n), feeReservePpm: 0n }), 0n);
});

test('a bound caps the fee reserve, never raises it, and the smaller of two counts', () => {
  const capped = capReserve({ feeReserveMinSat: sat(10n), feeReservePpm: 10_000n }, sat(12n));
  const reserveOf = (config = capped) =>
    [1n, 1_100_001n, 250_000_000n].map((amount) => feeReserveSat(msat(amount), config));
  assert.deepEqual(reserveOf(), [10n, 12n, 12n]);
  assert.deepEqual(reserveOf(capReserve(capped, sat(3n))), [3n, 3n, 3n]);
  assert.deepEqual(reserveOf(capReserve(capped, sat(99n))), [10n, 12n, 12n]);
});

test('final states are final', () => {
  const states: readonly PaymentState[] = [
    'reserved',
    'dispatching',
    'in_flight',
    'unknown',
    'settled',
    'failed',
  ];
  for (const state of states) {
    assert.equal(canBecome('settled', state), false);
    assert.equal(canBecome('failed', state), false);
    assert.equal(canBecome(state, 'reserved'), false, 'nothing is sent a second time');
  }
  assert.equal(canBecome('unknown', 'dispatching'), false);
});
