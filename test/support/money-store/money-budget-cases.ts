import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '../../../src/authorization/budget.ts';
import { msat, sat, satToMsat } from '../../../src/base/amount.ts';
import type { ReserveEvent } from '../../../src/ledger/money-store.ts';
import { newBatch } from '../money-model/batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  failedEnd,
  internalKeysend,
  NOW,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

const SETTLED = { kind: 'settled' };
const RESERVED = { kind: 'reserved' };
const amount = (sats: number) => ({ amountMsat: satToMsat(sat(BigInt(sats))) });

/**
 * Registers the tests of budgets. The grant 'grant' orders payments where no other one is named.
 */
export function budgetCases(world: () => MoneyWorld): void {
  const setBudget = (userId: string, limitSat: number, changes: Partial<Budget> = {}, at = NOW) =>
    world().budgets.setBudget(
      { userId, grantId: 'grant' },
      {
        limitSat: sat(BigInt(limitSat)),
        askAboveSat: null,
        interval: 'day',
        expiresAt: null,
        ...changes,
      },
      at,
    );
  /** Adds a user with 10,000 sat and a budget per day. */
  const addBudgeted = async (limitSat: number, changes: Partial<Budget> = {}) => {
    const user = await addUser(world(), 10_000);
    await setBudget(user, limitSat, changes);
    return user;
  };
  const read = async (userId: string, at = NOW) =>
    (await world().budgets.readBudgets(userId, ['grant', 'other grant'], at)).get('grant');
  const usedSat = async (userId: string, at = NOW) => (await read(userId, at))?.usedSat;
  const kinds = (answers: readonly { readonly kind: string }[]) => answers.map(({ kind }) => kind);
  const dispatch = async (event: ReserveEvent) => {
    assert.equal(await world().beginDispatch(event.order.id, OWNER), true);
    return event;
  };

  test('a budget is what its grant may spend, and no other', async () => {
    const [user, other] = [await addBudgeted(100), await addUser(world(), 1000)];
    const events = [
      internalKeysend(user, other, amount(101)),
      internalKeysend(user, other, { ...amount(101), grantId: 'other grant' }),
      internalKeysend(other, user, amount(101)),
      internalKeysend(user, other, amount(100)),
      internalKeysend(user, other, amount(1)),
    ];
    assert.deepEqual(await world().store.settleInternal(events), [
      {
        kind: 'refused',
        refusal: {
          kind: 'budget_exceeded',
          limitSat: 100n,
          interval: 'day',
          leftSat: 100n,
          neededSat: 101n,
          resetsAt: new Date('2026-03-02T00:00:00.000Z'),
        },
      },
      SETTLED,
      SETTLED,
      SETTLED,
      {
        kind: 'refused',
        refusal: {
          kind: 'budget_exceeded',
          limitSat: 100n,
          interval: 'day',
          leftSat: 0n,
          neededSat: 1n,
          resetsAt: new Date('2026-03-02T00:00:00.000Z'),
        },
      },
    ]);
    assert.equal(await usedSat(user), 100n);
  });

  test('M05 M70 it counts every way to pay, and all payments of its window', async () => {
    const [user, payee] = [await addBudgeted(500), await addUser(world())];
    const batch = newBatch(user, 2);
    await world().addBatch(batch);
    const place = (index: number) => ({ batch: { batchId: batch.id, index } });
    const invoice = await addInvoice(world(), payee, { amountSat: 100 });
    const own = await addInvoice(world(), user, { amountSat: 30 });
    const internal = [
      payInvoice(user, invoice),
      payInvoice(user, own),
      internalKeysend(user, payee, { ...amount(60), ...place(0) }),
      internalKeysend(user, user, amount(40)),
    ];
    assert.deepEqual(await world().store.settleInternal(internal), Array(4).fill(SETTLED));
    assert.equal(await usedSat(user), 230n);
    const external = [
      reserveEvent(user, { ...amount(100), feeReserveSat: 10 }),
      reserveEvent(user, { ...amount(100), feeReserveSat: 10, ...place(1) }),
      reserveEvent(user, { ...amount(50), feeReserveSat: 1 }),
      reserveEvent(user, { ...amount(40), feeReserveSat: 10 }),
    ];
    assert.deepEqual(kinds(await world().store.reserve(external)), [
      'reserved',
      'reserved',
      'refused',
      'reserved',
    ]);
    assert.equal(await usedSat(user), 500n);
    const [last] = await world().store.settleInternal([internalKeysend(user, user, amount(1))]);
    assert.equal(last?.kind, 'refused');
  });

  test('M71 held money counts until the end, then what was paid, or nothing', async () => {
    const user = await addBudgeted(330);
    const events = [1, 2, 3].map(() => reserveEvent(user));
    assert.deepEqual(kinds(await world().store.reserve(events)), Array(3).fill('reserved'));
    assert.equal((await world().store.reserve([reserveEvent(user)]))[0]?.kind, 'refused');
    const [first, second, third] = events;
    assert(first !== undefined && second !== undefined && third !== undefined);
    for (const event of events) await dispatch(event);
    assert.equal(await usedSat(user), 330n);

    await world().store.resolve([settledEnd(first.order, { feeMsat: msat(1100n) })]);
    assert.equal(await usedSat(user), 322n, '100 sat, 1.1 sat for fees, every begun sat');
    await world().store.resolve([failedEnd(second.order.id), failedEnd(second.order.id)]);
    assert.equal(await usedSat(user), 212n);
    await world().store.resolve([settledEnd(third.order, { feeMsat: msat(99_000n) })]);
    assert.equal(
      await usedSat(user),
      212n,
      'what the node takes beyond the reserve is not the user’s',
    );
    assert.deepEqual(kinds(await world().store.reserve([reserveEvent(user)])), ['reserved']);
  });

  test('it counts every begun sat', async () => {
    const user = await addBudgeted(3);
    const events = [1, 2, 3].map(() => internalKeysend(user, user, { amountMsat: msat(1001n) }));
    const answers = await world().store.settleInternal(events);
    assert.deepEqual(kinds(answers), ['settled', 'refused', 'refused']);
    assert.equal(await usedSat(user), 2n);
  });

  test('a list is decided in its order, and what is refused writes nothing', async () => {
    const user = await addBudgeted(250);
    const secret = newSecret();
    const tooMuch = reserveEvent(user, { ...amount(150), secret, claim: claim('key') });
    const events = [reserveEvent(user), tooMuch, reserveEvent(user), reserveEvent(user)];
    assert.deepEqual(kinds(await world().store.reserve(events)), [
      'reserved',
      'refused',
      'reserved',
      'refused',
    ]);
    assert.equal(await usedSat(user), 220n);
    assert.equal(await world().findPayment(tooMuch.order.id), null);
    const smaller = { ...amount(20), secret, claim: claim('key', 'another request') };
    assert.deepEqual(await world().store.reserve([reserveEvent(user, smaller)]), [RESERVED]);
  });

  test('what is joined, repeated or present takes nothing twice', async () => {
    const [user, payee] = [await addBudgeted(400), await addUser(world())];
    const invoice = await addInvoice(world(), payee);
    const paid = payInvoice(user, invoice, { claim: claim('one') });
    const secret = newSecret();
    const sent = reserveEvent(user, { secret, claim: claim('two') });
    const again = reserveEvent(user, { claim: claim('two') });
    const internal = [paid, paid, payInvoice(user, invoice, { claim: claim('one') })];
    assert.deepEqual(kinds(await world().store.settleInternal(internal)), [
      'settled',
      'present',
      'repeated',
    ]);
    const joins = [sent, sent, again, reserveEvent(user, { secret })];
    const told = ['present', 'present', 'repeated', 'joined'];
    assert.deepEqual(kinds(await world().store.reserve(joins)), ['reserved', ...told.slice(1)]);
    assert.deepEqual(kinds(await world().store.reserve(joins)), told);
    assert.deepEqual(kinds(await world().store.settleInternal([payInvoice(user, invoice)])), [
      'joined',
    ]);
    assert.equal(await usedSat(user), 210n);
    await setBudget(user, 1);
    assert.deepEqual(kinds(await world().store.reserve(joins)), told, 'over budget all the same');
  });

  test('it says nothing of a balance that it does not reach', async () => {
    const user = await addUser(world(), 50);
    await setBudget(user, 100);
    const events = [101, 100].map((sats) => internalKeysend(user, user, amount(sats)));
    const answers = await world().store.settleInternal(events);
    const refusals = answers.map((answer) => answer.kind === 'refused' && answer.refusal.kind);
    assert.deepEqual(refusals, ['budget_exceeded', 'insufficient_balance']);
    const [external] = await world().store.reserve([reserveEvent(user, amount(100))]);
    assert.equal(external?.kind === 'refused' && external.refusal.kind, 'budget_exceeded');
    assert.equal(await usedSat(user), 0n);
  });

  test('without a limit it counts and refuses nothing, until it expires', async () => {
    const asking = { limitSat: null, askAboveSat: sat(1_000_000n) };
    const user = await addBudgeted(1, asking);
    const pay = async (sats: number) =>
      kinds(await world().store.settleInternal([internalKeysend(user, user, amount(sats))]));
    assert.deepEqual(await pay(5000), ['settled']);
    assert.deepEqual(kinds(await world().store.reserve([reserveEvent(user)])), ['reserved']);
    const view = await read(user);
    assert.deepEqual([view?.limitSat, view?.askAboveSat], [null, 1_000_000n]);
    assert.equal(await usedSat(user), 5110n);
    await setBudget(user, 5111, { askAboveSat: asking.askAboveSat });
    assert.equal(
      await usedSat(user),
      5110n,
      'what was spent without a limit counts in the new one',
    );
    assert.deepEqual(await pay(2), ['refused']);
    assert.deepEqual(await pay(1), ['settled']);
    await setBudget(user, 1, { ...asking, expiresAt: NOW });
    assert.deepEqual(await pay(1), ['refused']);
    await setBudget(user, 5200);
    assert.equal((await read(user))?.askAboveSat, null);
  });

  test('it expires, and then nothing goes; what is under way ends', async () => {
    const user = await addBudgeted(1000);
    const event = reserveEvent(user);
    await world().store.reserve([event]);
    await dispatch(event);
    const expiresAt = new Date(NOW.getTime() + 60_000);
    await setBudget(user, 1000, { expiresAt });
    const before = { createdAt: new Date(expiresAt.getTime() - 1) };
    const refused = { kind: 'refused', refusal: { kind: 'budget_expired', expiresAt } };
    const events = [before, { createdAt: expiresAt }];
    assert.deepEqual(
      await world().store.settleInternal(
        events.map((options) => internalKeysend(user, user, { ...amount(1), ...options })),
      ),
      [SETTLED, refused],
    );
    assert.deepEqual(
      await world().store.reserve(events.map((options) => reserveEvent(user, options))),
      [RESERVED, refused],
    );
    await world().store.resolve([settledEnd(event.order, { at: new Date(expiresAt) })]);
    assert.equal(await usedSat(user), 211n);
  });

  test('no limit is too large to be reckoned with', async () => {
    const user = await addBudgeted(2_100_000_000_000_000, { interval: 'ever' });
    assert.deepEqual(await world().store.reserve([reserveEvent(user)]), [RESERVED]);
    const { limitSat, usedSat: used, resetsAt } = (await read(user)) ?? {};
    assert.deepEqual([limitSat, used, resetsAt], [2_100_000_000_000_000n, 110n, null]);
  });
}
