import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { feeReserveSat } from '../../src/payments/fee-reserve.ts';
import { UNPROVED_MS } from '../../src/send/limits.ts';
import { checkProperty } from '../support/check-property.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';

/** The number in the title: the browser tests of the wallet (money). */

const world = await startSendPages({ after });
const { node } = world;

const CASES = fc.record({
  feeReserveMinSat: fc.bigInt({ min: 0n, max: 30n }).map(sat),
  feeReservePpm: fc.bigInt({ min: 0n, max: 50_000n }),
  // Beside the least reserve: one to send, and one that a rate sets aside for it.
  receivedSat: fc.bigInt({ min: 2n, max: 5000n }),
});

test('7 all of it goes through whatever the fee, at random balances and reserves', async () => {
  const visitor = await world.addPayer(0);
  await checkProperty(
    fc.asyncProperty(CASES, async ({ receivedSat, ...fees }) => {
      Object.assign(world.deps.config, fees);
      // What is sent within a day adds up, and asks who sends it at last.
      world.clock.move(UNPROVED_MS);
      await visitor.api.receive(Number(fees.feeReserveMinSat + receivedSat));
      const before = BigInt(await visitor.api.balanceSat());
      const path = await world.begin(visitor, node.externalInvoice({ amountMsat: null }).bolt11);
      await visitor.post(path, { amount: '', all: 'yes' });
      const shown = /Pay ([\d,]+) sat/.exec(await world.read(visitor, path))?.[1] ?? '';
      const amountSat = sat(BigInt(shown.replaceAll(',', '')));
      const feeSat = feeReserveSat(satToMsat(amountSat), fees);
      // The dearest way that is allowed.
      node.plan = { kind: 'succeed', feeMsat: satToMsat(feeSat) };
      await visitor.post(`${path}/pay`, {});
      assert.match(await world.read(visitor, path), /Paid [\d,]+ sat The money has arrived/);
      assert.equal(BigInt(await visitor.api.balanceSat()), before - amountSat - feeSat);
      const oneMore = sat(amountSat + 1n);
      assert.ok(oneMore + feeReserveSat(satToMsat(oneMore), fees) > before, 'it was all of it');
    }),
    { numRuns: 200 },
  );
});
