import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import type { Cleanup } from '../database.ts';
import { BASELINE, NODE_PUBKEY } from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { budgetCases } from './money-budget-cases.ts';
import { budgetWindowCases } from './money-budget-window-cases.ts';
import { creditCases } from './money-credit-cases.ts';
import { internalPaymentCases } from './money-internal-cases.ts';
import { reserveCases } from './money-reserve-cases.ts';
import { resolveCases } from './money-resolve-cases.ts';

/**
 * Registers the tests that every money store must pass, however it keeps its books. All tests share
 * one world, each has users of its own, and after each the books balance.
 */
export function moneyStoreSuite(
  name: string,
  openWorld: (cleanup: Cleanup) => Promise<MoneyWorld>,
): void {
  describe(name, () => {
    let world: MoneyWorld;
    const cleanups: (() => Promise<void>)[] = [];
    after(async () => {
      for (const cleanup of cleanups) await cleanup();
    });
    before(async () => {
      world = await openWorld({ after: (fn) => cleanups.push(fn) });
      await world.setBaseline(NODE_PUBKEY, BASELINE);
    });
    afterEach(async () => assert.deepEqual(await world.findings(), []));

    const get = (): MoneyWorld => world;
    describe('reserve', () => reserveCases(get));
    describe('settle internal', () => internalPaymentCases(get));
    describe('resolve', () => resolveCases(get));
    describe('credit', () => creditCases(get));
    describe('budgets', () => budgetCases(get));
    describe('windows of budgets', () => budgetWindowCases(get));
  });
}
