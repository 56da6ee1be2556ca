import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import { createMoney } from '../../src/ledger/money.ts';
import type { MoneyStore } from '../../src/ledger/money-store.ts';
import {
  creditKeysend,
  failedEnd,
  internalKeysend,
  NOW,
  reserveEvent,
} from '../support/money-model/events.ts';

/** Answers with the length of the list it was called with, when it is let go. */
function slowStore() {
  const lists: number[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer =
    <Outcome>(outcome: Outcome) =>
    async (events: readonly unknown[]): Promise<readonly Outcome[]> => {
      lists.push(events.length);
      await released;
      return events.map(() => outcome);
    };
  const store: MoneyStore = {
    reserve: answer({ kind: 'reserved' as const }),
    settleInternal: answer({ kind: 'settled' as const }),
    resolve: answer({ kind: 'resolved' as const }),
    credit: answer({ kind: 'credited' as const }),
  };
  return { store, lists, release };
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('what waits goes together, two calls at once, none above the limit', async () => {
  const { store, lists, release } = slowStore();
  const money = createMoney(store, { batchMax: 64 });
  const reserve = (index: number) => money.reserve(reserveEvent(`user ${index}`));
  const answers = [reserve(0)];
  await aTurn();
  answers.push(...times(15, reserve));
  await aTurn();
  assert.deepEqual(lists, [1]);
  answers.push(...times(200, reserve));
  await aTurn();
  assert.deepEqual(lists, [1, 64]);
  release();
  await Promise.all(answers);
  assert.deepEqual(lists, [1, 64, 64, 64, 23]);
});

test('no one has more than eight events in a call', async () => {
  const { store, lists, release } = slowStore();
  const money = createMoney(store, { batchMax: 64 });
  const answers = times(20, () => money.settleInternal(internalKeysend('payer', 'payee')));
  release();
  await Promise.all(answers);
  assert.deepEqual(lists, [8, 8, 4]);
});

test('ends of payments go together too', async () => {
  const { store, lists, release } = slowStore();
  const money = createMoney(store, { batchMax: 64 });
  const answers = times(20, (index) => money.resolve(failedEnd(`payment ${index}`)));
  release();
  assert.deepEqual((await Promise.all(answers))[7], { kind: 'resolved' });
  assert.deepEqual(lists, [20]);
});

test('credits go one by one: each moves the cursor of the node', async () => {
  const { store, lists, release } = slowStore();
  const money = createMoney(store, { batchMax: 64 });
  const answers = times(3, () => money.credit(creditKeysend('payee')));
  release();
  await Promise.all(answers);
  assert.deepEqual(lists, [1, 1, 1]);
});

test('what takes an approval with it goes alone, so that its fault is told to no one else', async () => {
  const { store, lists, release } = slowStore();
  const money = createMoney(store, { batchMax: 64 });
  const approval = { approvalId: 'one', at: NOW, device: 'a phone', raisesAskAbove: false };
  const reserve = (index: number) => ({
    ...reserveEvent(`user ${index}`),
    ...(index === 1 && { approval }),
  });
  const answers = times(3, (index) => money.reserve(reserve(index)));
  release();
  await Promise.all(answers);
  assert.deepEqual(lists, [1, 2]);
});
