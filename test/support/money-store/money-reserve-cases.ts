import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import { newBatch } from '../money-model/batches.ts';
import {
  addUser,
  claim,
  failedEnd,
  newSecret,
  OWNER,
  reserveEvent,
  settledEnd,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

/** The money that an ordinary reserve event holds: 100 sat, and 10 sat for fees. */
const HELD_MSAT = 110_000n;

export function reserveCases(world: () => MoneyWorld): void {
  test('moves amount and fee reserve from wallet to held', async () => {
    const user = await addUser(world(), 200);
    const event = reserveEvent(user);
    assert.deepEqual(await world().store.reserve([event]), [{ kind: 'reserved' }]);
    const { walletMsat, heldMsat } = await world().wallet(user);
    assert.deepEqual([walletMsat, heldMsat], [200_000n - HELD_MSAT, HELD_MSAT]);
    const payment = await world().findPayment(event.order.id);
    assert.equal(payment?.state, 'reserved');
    assert.deepEqual(payment?.records, event.order.records);
    assert.equal(payment?.dispatch.ownerProcessId, OWNER);
  });

  test('takes all that is there, and not one sat more', async () => {
    const user = await addUser(world(), 110);
    const other = await addUser(world(), 109);
    assert.deepEqual(await world().store.reserve([reserveEvent(user), reserveEvent(other)]), [
      { kind: 'reserved' },
      { kind: 'refused', refusal: { kind: 'insufficient_balance' } },
    ]);
    assert.equal((await world().wallet(user)).walletMsat, 0n);
    assert.equal((await world().wallet(other)).walletMsat, 109_000n);
  });

  test('decides in the order of the list', async () => {
    const user = await addUser(world(), 250);
    const events = [50n, 200n, 60n, 90n].map((sat) =>
      reserveEvent(user, { amountMsat: msat(sat * 1000n), feeReserveSat: 0 }),
    );
    const kinds = (await world().store.reserve(events)).map((outcome) => outcome.kind);
    assert.deepEqual(kinds, ['reserved', 'reserved', 'refused', 'refused']);
  });

  test('refuses one more than the cap of open payments, until one has ended', async () => {
    const user = await addUser(world(), 1000);
    const [first, second, third] = [1, 2, 3].map(() => reserveEvent(user, { openPaymentsMax: 2 }));
    assert(first !== undefined && second !== undefined && third !== undefined);
    const tooMany = { kind: 'refused', refusal: { kind: 'too_many_open_payments' } };
    assert.deepEqual(await world().store.reserve([first, second, third]), [
      { kind: 'reserved' },
      { kind: 'reserved' },
      tooMany,
    ]);
    assert.deepEqual(await world().store.reserve([third]), [tooMany]);
    await world().store.resolve([failedEnd(first.order.id, 'reserved')]);
    assert.deepEqual(await world().store.reserve([third]), [{ kind: 'reserved' }]);
  });

  test('answers the state of an event that was written before', async () => {
    const user = await addUser(world(), 500);
    const event = reserveEvent(user);
    await world().store.reserve([event]);
    assert.deepEqual(await world().store.reserve([event]), [
      { kind: 'present', state: 'reserved' },
    ]);
    await world().beginDispatch(event.order.id, OWNER);
    assert.deepEqual(await world().store.reserve([event]), [
      { kind: 'present', state: 'dispatching' },
    ]);
    assert.equal((await world().wallet(user)).heldMsat, HELD_MSAT);
  });

  test('answers a key with what it stands for, and refuses it for another request', async () => {
    const user = await addUser(world(), 1000);
    const first = reserveEvent(user, { claim: claim('key') });
    const again = reserveEvent(user, { claim: claim('key') });
    const changed = reserveEvent(user, { claim: claim('key', 'another request') });
    const otherGrant = reserveEvent(user, { claim: claim('key'), grantId: 'other grant' });
    await world().store.reserve([first]);
    assert.deepEqual(await world().store.reserve([again, changed, otherGrant]), [
      { kind: 'repeated', target: { kind: 'payment', id: first.order.id } },
      { kind: 'refused', refusal: { kind: 'idempotency_mismatch' } },
      { kind: 'reserved' },
    ]);
  });

  test('keeps nothing of a refused event, its key included', async () => {
    const user = await addUser(world(), 10);
    const secret = newSecret();
    const refused = reserveEvent(user, { claim: claim('key'), secret });
    await world().store.reserve([refused]);
    assert.equal(await world().findPayment(refused.order.id), null);
    const affordable = { amountMsat: msat(5000n), feeReserveSat: 0, secret };
    const next = reserveEvent(user, { ...affordable, claim: claim('key', 'another request') });
    assert.deepEqual(await world().store.reserve([next]), [{ kind: 'reserved' }]);
  });

  test('joins the payment of the same hash that this user has open or settled', async () => {
    const user = await addUser(world(), 1000);
    const secret = newSecret();
    const first = reserveEvent(user, { secret });
    const second = reserveEvent(user, { secret });
    await world().store.reserve([first]);
    const joined = [{ kind: 'joined', paymentId: first.order.id }];
    assert.deepEqual(await world().store.reserve([second]), joined);
    await world().beginDispatch(first.order.id, OWNER);
    await world().store.resolve([settledEnd(first.order)]);
    assert.deepEqual(await world().store.reserve([second]), joined);
  });

  test('begins again after a failure', async () => {
    const user = await addUser(world(), 1000);
    const secret = newSecret();
    const first = reserveEvent(user, { secret });
    await world().store.reserve([first]);
    await world().store.resolve([failedEnd(first.order.id, 'reserved')]);
    assert.deepEqual(await world().store.reserve([reserveEvent(user, { secret })]), [
      { kind: 'reserved' },
    ]);
  });

  test('gives a hash that is being paid to no one else, until the payment failed', async () => {
    const [user, other] = [await addUser(world(), 500), await addUser(world(), 500)];
    const secret = newSecret();
    const first = reserveEvent(user, { secret });
    const second = reserveEvent(other, { secret });
    await world().store.reserve([first]);
    assert.deepEqual(await world().store.reserve([second]), [
      { kind: 'refused', refusal: { kind: 'hash_in_use' } },
    ]);
    await world().store.resolve([failedEnd(first.order.id, 'reserved')]);
    assert.deepEqual(await world().store.reserve([second]), [{ kind: 'reserved' }]);
  });

  test('treats duplicates in a list as if they had come one after the other', async () => {
    const [user, other] = [await addUser(world(), 1000), await addUser(world(), 1000)];
    const secret = newSecret();
    const first = reserveEvent(user, { secret, claim: claim('key') });
    const sameKey = reserveEvent(user, { claim: claim('key') });
    const sameKeyChanged = reserveEvent(user, { claim: claim('key', 'another request') });
    const sameHash = reserveEvent(user, { secret });
    const foreignHash = reserveEvent(other, { secret });
    const events = [first, first, sameKey, sameKeyChanged, sameHash, foreignHash];
    assert.deepEqual(await world().store.reserve(events), [
      { kind: 'reserved' },
      { kind: 'present', state: 'reserved' },
      { kind: 'repeated', target: { kind: 'payment', id: first.order.id } },
      { kind: 'refused', refusal: { kind: 'idempotency_mismatch' } },
      { kind: 'joined', paymentId: first.order.id },
      { kind: 'refused', refusal: { kind: 'hash_in_use' } },
    ]);
    assert.equal((await world().wallet(user)).heldMsat, HELD_MSAT);
    assert.equal((await world().wallet(other)).heldMsat, 0n);
  });

  test('a refused duplicate does not stand in the way of the next', async () => {
    const user = await addUser(world(), 110);
    const [secret, id] = [newSecret(), randomUUID()];
    const tooMuch = { secret, id, claim: claim('key'), amountMsat: msat(500_000n) };
    const events = [
      reserveEvent(user, tooMuch),
      reserveEvent(user, { ...tooMuch, amountMsat: msat(100_000n) }),
    ];
    assert.deepEqual(await world().store.reserve(events), [
      { kind: 'refused', refusal: { kind: 'insufficient_balance' } },
      { kind: 'reserved' },
    ]);
  });

  test('starts a pending batch item and refuses a cancelled one', async () => {
    const user = await addUser(world(), 1000);
    const batch = newBatch(user, 2);
    await world().addBatch(batch);
    const [first, second] = [0, 1].map((index) =>
      reserveEvent(user, { batch: { batchId: batch.id, index } }),
    );
    assert(first !== undefined && second !== undefined);
    assert.deepEqual(await world().store.reserve([first]), [{ kind: 'reserved' }]);
    await world().cancelPendingItems(batch.id);
    assert.deepEqual(await world().store.reserve([second]), [
      { kind: 'refused', refusal: { kind: 'batch_item_cancelled' } },
    ]);
    assert.deepEqual(await world().batchItemStates(batch.id), ['started', 'cancelled']);
  });

  test('answers an empty list with an empty one', async () => {
    assert.deepEqual(await world().store.reserve([]), []);
  });
}
