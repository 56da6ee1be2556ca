import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '../../../src/authorization/budget.ts';
import { BUDGET_INTERVALS, type BudgetInterval } from '../../../src/authorization/budget-window.ts';
import { sat, satToMsat } from '../../../src/base/amount.ts';
import type { ReserveEvent } from '../../../src/ledger/money-store.ts';
import {
  addUser,
  failedEnd,
  internalKeysend,
  OWNER,
  reserveEvent,
  settledEnd,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

const utc = (text: string): Date => new Date(`${text}Z`);
const LAST_MOMENT = utc('2026-03-01T23:59:59.999');
const MIDNIGHT = utc('2026-03-02T00:00:00.000');

/** Registers the tests of windows that begin, and budgets that change, while payments are open. */
export function budgetWindowCases(world: () => MoneyWorld): void {
  const set = (userId: string, limitSat: number, interval: BudgetInterval, at: Date) => {
    const budget: Budget = {
      limitSat: sat(BigInt(limitSat)),
      askAboveSat: null,
      interval,
      expiresAt: null,
    };
    return world().budgets.setBudget({ userId, grantId: 'grant' }, budget, at);
  };
  const remove = (userId: string, at: Date) =>
    world().budgets.setBudget({ userId, grantId: 'grant' }, null, at);
  const addBudgeted = async (limitSat: number, interval: BudgetInterval, at: Date) => {
    const user = await addUser(world(), 10_000);
    await set(user, limitSat, interval, at);
    return user;
  };
  const read = async (userId: string, at: Date) =>
    (await world().budgets.readBudgets(userId, ['grant'], at)).get('grant');
  const usedSat = async (userId: string, at: Date) => (await read(userId, at))?.usedSat;
  const spend = async (userId: string, sats: number, createdAt: Date): Promise<string> => {
    const amountMsat = satToMsat(sat(BigInt(sats)));
    const event = internalKeysend(userId, userId, { amountMsat, createdAt });
    const [answer] = await world().store.settleInternal([event]);
    return answer?.kind ?? '';
  };
  /** Reserves and dispatches a payment of 100 sat, with 10 sat for fees. */
  const send = async (userId: string, createdAt: Date): Promise<ReserveEvent> => {
    const event = reserveEvent(userId, { createdAt });
    assert.deepEqual(await world().store.reserve([event]), [{ kind: 'reserved' }]);
    assert.equal(await world().beginDispatch(event.order.id, OWNER), true);
    return event;
  };

  test('M73 a window ends where the calendar says, in UTC', async () => {
    const edges = [
      ['day', '2026-03-01T23:59:59.999', '2026-03-02T00:00:00.000', '2026-03-03T00:00'],
      ['week', '2026-03-01T23:59:59.999', '2026-03-02T00:00:00.000', '2026-03-09T00:00'],
      ['week', '2026-12-31T12:00:00.000', '2027-01-04T00:00:00.000', '2027-01-11T00:00'],
      ['month', '2028-02-29T23:59:59.999', '2028-03-01T00:00:00.000', '2028-04-01T00:00'],
      ['year', '2026-12-31T23:59:59.999', '2027-01-01T00:00:00.000', '2028-01-01T00:00'],
    ] as const;
    for (const [interval, last, first, end] of edges) {
      const user = await addBudgeted(100, interval, utc(last));
      assert.equal(await spend(user, 100, utc(last)), 'settled', interval);
      assert.equal(await spend(user, 1, utc(last)), 'refused', interval);
      assert.equal(await usedSat(user, utc(first)), 0n, 'by itself, with the clock');
      assert.equal(await spend(user, 100, utc(first)), 'settled', interval);
      assert.equal(await spend(user, 1, utc(first)), 'refused', interval);
      assert.deepEqual((await read(user, utc(first)))?.windowStart, utc(first));
      assert.deepEqual((await read(user, utc(first)))?.resetsAt, utc(end));
    }
    const user = await addBudgeted(100, 'ever', LAST_MOMENT);
    assert.equal(await spend(user, 100, LAST_MOMENT), 'settled');
    assert.equal(await spend(user, 1, utc('2099-01-01T00:00')), 'refused');
  });

  test('M73 what was ordered in one window and ends in the next counts in the first', async () => {
    const user = await addBudgeted(330, 'day', LAST_MOMENT);
    const [early, late, lost] = [
      await send(user, LAST_MOMENT),
      await send(user, LAST_MOMENT),
      await send(user, LAST_MOMENT),
    ];
    await world().store.resolve([settledEnd(early.order, { at: MIDNIGHT })]);
    assert.equal(await usedSat(user, LAST_MOMENT), 320n, 'the next has not been opened yet');
    assert.equal(await spend(user, 300, MIDNIGHT), 'settled');
    await world().store.resolve([failedEnd(lost.order.id), settledEnd(late.order)]);
    assert.equal(await usedSat(user, MIDNIGHT), 300n, 'nothing comes back into another window');
    assert.equal(await spend(user, 31, MIDNIGHT), 'refused');
    assert.equal(await spend(user, 30, MIDNIGHT), 'settled');
  });

  test('M73 an edge in the middle of a list', async () => {
    const user = await addBudgeted(150, 'day', LAST_MOMENT);
    const at = [LAST_MOMENT, MIDNIGHT, LAST_MOMENT, MIDNIGHT];
    const answers = await world().store.reserve(
      at.map((createdAt) => reserveEvent(user, { createdAt })),
    );
    const kinds = answers.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['reserved', 'reserved', 'refused', 'refused']);
    assert.equal(await usedSat(user, MIDNIGHT), 110n);
  });

  test('M73 a clock that is behind counts in the window that is open, and stays there', async () => {
    const user = await addBudgeted(330, 'day', LAST_MOMENT);
    const opening = await send(user, MIDNIGHT);
    const [failing, settling] = [await send(user, LAST_MOMENT), await send(user, LAST_MOMENT)];
    assert.equal(await usedSat(user, LAST_MOMENT), 330n);
    assert.deepEqual((await read(user, LAST_MOMENT))?.windowStart, MIDNIGHT);
    assert.equal(await spend(user, 1, LAST_MOMENT), 'refused');
    await world().store.resolve([failedEnd(failing.order.id), settledEnd(settling.order)]);
    assert.equal(await usedSat(user, MIDNIGHT), 210n);
    await set(user, 330, 'week', MIDNIGHT);
    assert.equal(await usedSat(user, MIDNIGHT), 210n, 'no change of the budget moves it');
    await world().store.resolve([failedEnd(opening.order.id)]);
    assert.equal(await usedSat(user, MIDNIGHT), 100n);
  });

  test('a change by a clock that is behind opens no window again', async () => {
    const user = await addBudgeted(100, 'day', LAST_MOMENT);
    assert.equal(await spend(user, 90, MIDNIGHT), 'settled');
    await set(user, 100, 'day', LAST_MOMENT);
    assert.equal(await spend(user, 11, LAST_MOMENT), 'refused');
    assert.equal(await spend(user, 11, MIDNIGHT), 'refused');
    await set(user, 100, 'month', LAST_MOMENT);
    assert.equal(await spend(user, 11, MIDNIGHT), 'refused');
    assert.equal(await usedSat(user, MIDNIGHT), 90n);
  });

  test('another limit on another day opens its window, and the day before stays as it was', async () => {
    const user = await addBudgeted(100, 'day', LAST_MOMENT);
    assert.equal(await spend(user, 90, LAST_MOMENT), 'settled');
    await set(user, 50, 'day', MIDNIGHT);
    const { windowStart, usedSat: used } = (await read(user, LAST_MOMENT)) ?? {};
    assert.deepEqual([windowStart, used], [MIDNIGHT, 0n]);
    assert.deepEqual(await world().findings(), []);
    assert.equal(await spend(user, 50, MIDNIGHT), 'settled');
    assert.equal(await spend(user, 1, MIDNIGHT), 'refused');
  });

  test('another interval counts what its own window has spent, open payments too', async () => {
    const user = await addBudgeted(1000, 'day', utc('2026-02-28T12:00'));
    assert.equal(await spend(user, 50, utc('2026-02-28T12:00')), 'settled');
    const open = await send(user, LAST_MOMENT);
    assert.equal(await spend(user, 7, MIDNIGHT), 'settled');
    const expected = { day: 7n, week: 7n, month: 117n, year: 167n, ever: 167n };
    for (const interval of BUDGET_INTERVALS) {
      await set(user, 1000, interval, MIDNIGHT);
      assert.equal(await usedSat(user, MIDNIGHT), expected[interval], interval);
    }
    await set(user, 1000, 'month', MIDNIGHT);
    await world().store.resolve([failedEnd(open.order.id)]);
    assert.equal(await usedSat(user, MIDNIGHT), 7n, 'it ends in the window that holds it now');
  });

  test('a limit below what is used stops the grant, until enough of it comes back', async () => {
    const user = await addBudgeted(1000, 'day', LAST_MOMENT);
    const [first, second] = [await send(user, LAST_MOMENT), await send(user, LAST_MOMENT)];
    await set(user, 150, 'day', LAST_MOMENT);
    assert.equal(await usedSat(user, LAST_MOMENT), 220n);
    const [refused] = await world().store.reserve([
      reserveEvent(user, { createdAt: LAST_MOMENT, feeReserveSat: 0 }),
    ]);
    assert(refused?.kind === 'refused' && refused.refusal.kind === 'budget_exceeded');
    assert.equal(refused.refusal.leftSat, 0n);
    await world().store.resolve([failedEnd(first.order.id), settledEnd(second.order)]);
    assert.equal(await spend(user, 51, LAST_MOMENT), 'refused');
    assert.equal(await spend(user, 50, LAST_MOMENT), 'settled');
  });

  test('a budget that is taken away and given back has forgotten nothing', async () => {
    const user = await addBudgeted(1000, 'day', LAST_MOMENT);
    const [first, second] = [await send(user, LAST_MOMENT), await send(user, LAST_MOMENT)];
    await remove(user, LAST_MOMENT);
    assert.equal(await read(user, LAST_MOMENT), undefined);
    assert.equal(await spend(user, 5000, LAST_MOMENT), 'settled');
    await world().store.resolve([failedEnd(first.order.id)]);
    await set(user, 5200, 'day', LAST_MOMENT);
    assert.equal(await usedSat(user, LAST_MOMENT), 5110n);
    await world().store.resolve([settledEnd(second.order)]);
    assert.equal(await usedSat(user, LAST_MOMENT), 5100n);
    assert.equal(await spend(user, 101, LAST_MOMENT), 'refused');
  });

  test('a first budget counts what its grant has spent in the window before', async () => {
    const user = await addUser(world(), 10_000);
    assert.equal(await spend(user, 70, LAST_MOMENT), 'settled');
    assert.equal(await spend(user, 60, utc('2026-02-28T12:00')), 'settled');
    const open = await send(user, LAST_MOMENT);
    const byOther = reserveEvent(user, { createdAt: LAST_MOMENT, grantId: 'other grant' });
    await world().store.reserve([byOther]);
    await set(user, 200, 'day', LAST_MOMENT);
    assert.equal(await usedSat(user, LAST_MOMENT), 180n);
    assert.equal(await spend(user, 21, LAST_MOMENT), 'refused');
    await world().store.resolve([failedEnd(open.order.id)]);
    assert.equal(await spend(user, 21, LAST_MOMENT), 'settled');
  });

  test('budgets are read by their user only', async () => {
    const [user, other] = [await addBudgeted(5, 'day', LAST_MOMENT), await addUser(world())];
    assert.equal((await world().budgets.readBudgets(other, ['grant'], LAST_MOMENT)).size, 0);
    assert.equal((await world().budgets.readBudgets(user, ['else'], LAST_MOMENT)).size, 0);
    assert.equal((await world().budgets.readBudgets(user, [], LAST_MOMENT)).size, 0);
    await remove(user, LAST_MOMENT);
    await remove(user, LAST_MOMENT);
    assert.equal((await world().budgets.readBudgets(user, ['grant'], LAST_MOMENT)).size, 0);
  });
}
