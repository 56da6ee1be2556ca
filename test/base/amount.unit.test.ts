import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditSat, debitSat, msat, sat, satToMsat, satToNumber } from '../../src/base/amount.ts';

test('M45: a debit rounds up and a credit rounds down', () => {
  const cases: readonly (readonly [bigint, bigint, bigint])[] = [
    [0n, 0n, 0n],
    [1n, 0n, 1n],
    [999n, 0n, 1n],
    [1000n, 1n, 1n],
    [1001n, 1n, 2n],
    [1999n, 1n, 2n],
  ];
  for (const [amountMsat, credited, debited] of cases) {
    assert.equal(creditSat(msat(amountMsat)), credited);
    assert.equal(debitSat(msat(amountMsat)), debited);
  }
});

test('a negative amount is a bug, never a credit', () => {
  assert.throws(() => creditSat(msat(-1n)), /never negative/);
  assert.throws(() => debitSat(msat(-1n)), /never negative/);
});

test('all bitcoin that will exist fits the wire and the database', () => {
  const all = sat(2_100_000_000_000_000n);
  assert.equal(satToNumber(all), 2_100_000_000_000_000);
  assert.ok(satToMsat(all) < 2n ** 63n);
  assert.throws(() => satToNumber(sat(2n ** 53n)), /fits a JSON number/);
});
