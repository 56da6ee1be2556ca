import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { capReserve, heldForPayment, maxSendSat } from '../../src/payments/fee-reserve.ts';
import { checkProperty } from '../support/check-property.ts';

const rule = fc.record({
  feeReserveMinSat: fc.bigInt({ min: 0n, max: 500n }).map(sat),
  feeReservePpm: fc.bigInt({ min: 0n, max: 1_000_000n }),
});
const bound = fc.option(fc.bigInt({ min: 0n, max: 800n }).map(sat));
const reserve = fc
  .tuple(rule, bound)
  .map(([fees, maxSat]) => (maxSat === null ? fees : capReserve(fees, maxSat)));

test('7 everything that can be sent is what a search through all amounts finds', () => {
  checkProperty(
    fc.property(fc.bigInt({ min: 0n, max: 3000n }), reserve, (spendable, fees) => {
      let most = 0n;
      for (let amount = 1n; amount <= spendable; amount += 1n) {
        const held = heldForPayment(satToMsat(sat(amount)), fees);
        if (held <= spendable) most = amount;
      }
      assert.equal(maxSendSat(sat(spendable), fees), most);
    }),
    { numRuns: 200 },
  );
});

test('7 with large balances too, it fits and one sat more does not', () => {
  checkProperty(
    fc.property(fc.bigInt({ min: 1000n, max: 1n << 50n }), reserve, (spendable, fees) => {
      const held = (amount: bigint) => heldForPayment(satToMsat(sat(amount)), fees);
      const most = maxSendSat(sat(spendable), fees);
      assert.ok(most > 0n && held(most) <= spendable);
      assert.ok(held(most + 1n) > spendable);
    }),
    { numRuns: 200 },
  );
});
