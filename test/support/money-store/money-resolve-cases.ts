import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import type { ReserveEvent } from '../../../src/ledger/money-store.ts';
import {
  addUser,
  failedEnd,
  later,
  newSecret,
  OWNER,
  reserveEvent,
  settledEnd,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

const RESOLVED = { kind: 'resolved' };

export function resolveCases(world: () => MoneyWorld): void {
  /** Reserves and dispatches a payment of 100 sat, with 10 sat for fees, in a wallet of 200 sat. */
  const dispatched = async (): Promise<ReserveEvent> => {
    const event = reserveEvent(await addUser(world(), 200));
    await world().store.reserve([event]);
    assert.equal(await world().beginDispatch(event.order.id, OWNER), true);
    return event;
  };
  const figures = async ({ order }: ReserveEvent) => {
    const { walletMsat, heldMsat } = await world().wallet(order.userId);
    return [walletMsat, heldMsat];
  };
  const endPostings = async ({ order }: ReserveEvent) =>
    (await world().transfers()).find(
      ({ subjectId, kind }) => subjectId === order.id && kind !== 'reserve',
    )?.postings;

  test('a settled payment costs every begun sat, and the rest of the reserve comes back', async () => {
    const event = await dispatched();
    const { userId, id } = event.order;
    const end = settledEnd(event.order, { feeMsat: msat(1100n), at: later(9) });
    assert.deepEqual(await world().store.resolve([end]), [RESOLVED]);
    assert.deepEqual(await figures(event), [98_000n, 0n]);
    assert.deepEqual(await endPostings(event), [
      { account: { name: 'held', userId }, amountMsat: -110_000n },
      { account: { name: 'node' }, amountMsat: 101_100n },
      { account: { name: 'rounding' }, amountMsat: 900n },
      { account: { name: 'wallet', userId }, amountMsat: 8000n },
    ]);
    const payment = await world().findPayment(id);
    assert.equal(payment?.state, 'settled');
    assert.equal(payment?.feeMsat, 1100n);
    assert.deepEqual(payment?.endedAt, later(9));
    assert.equal(payment?.dispatch.ownerProcessId, null);
    assert.equal(payment?.dispatch.senderProcessId, OWNER);
    const record = (await world().records(userId)).at(-1);
    assert.equal(record?.identifier, event.order.identifier);
    assert.deepEqual(record?.settledAt, later(9));
  });

  test('what the node takes beyond the reserve is the loss of the operator', async () => {
    const event = await dispatched();
    const { userId } = event.order;
    await world().store.resolve([settledEnd(event.order, { feeMsat: msat(12_500n) })]);
    assert.deepEqual(await figures(event), [90_000n, 0n]);
    assert.deepEqual(await endPostings(event), [
      { account: { name: 'held', userId }, amountMsat: -110_000n },
      { account: { name: 'node' }, amountMsat: 112_500n },
      { account: { name: 'losses' }, amountMsat: -2500n },
    ]);
  });

  test('a reserve that is used up to its last millisatoshi leaves nothing', async () => {
    const event = await dispatched();
    await world().store.resolve([settledEnd(event.order, { feeMsat: msat(9001n) })]);
    assert.deepEqual(await figures(event), [90_000n, 0n]);
    const rounding = (await endPostings(event))?.find(({ account }) => account.name === 'rounding');
    assert.equal(rounding?.amountMsat, 999n);
  });

  test('a failed payment costs nothing', async () => {
    const event = await dispatched();
    assert.deepEqual(await world().store.resolve([failedEnd(event.order.id)]), [RESOLVED]);
    assert.deepEqual(await figures(event), [200_000n, 0n]);
    const payment = await world().findPayment(event.order.id);
    assert.equal(payment?.state, 'failed');
    assert.deepEqual(payment?.failure, { reason: 'no_route', message: 'no route' });
    assert.equal((await world().wallet(event.order.userId)).transactionsCount, 0);
  });

  test('an end is written once; its repeat is recognised and a contrary one refused', async () => {
    const [settled, failed] = [await dispatched(), await dispatched()];
    await world().store.resolve([settledEnd(settled.order), failedEnd(failed.order.id)]);
    const ends = [
      settledEnd(settled.order),
      failedEnd(settled.order.id),
      failedEnd(failed.order.id),
      settledEnd(failed.order),
      failedEnd(settled.order.id, 'reserved'),
    ];
    assert.deepEqual(await world().store.resolve(ends), [
      { kind: 'present' },
      { kind: 'conflict', state: 'settled' },
      { kind: 'present' },
      { kind: 'conflict', state: 'failed' },
      { kind: 'conflict', state: 'settled' },
    ]);
    assert.deepEqual(await figures(settled), [100_000n, 0n]);
    assert.deepEqual(await figures(failed), [200_000n, 0n]);
  });

  test('treats duplicates in a list as if they had come one after the other', async () => {
    const event = await dispatched();
    const { order } = event;
    const ends = [failedEnd(order.id), settledEnd(order), failedEnd(order.id)];
    assert.deepEqual(await world().store.resolve(ends), [
      RESOLVED,
      { kind: 'conflict', state: 'failed' },
      { kind: 'present' },
    ]);
    assert.deepEqual(await figures(event), [200_000n, 0n]);
  });

  test('a payment that no one began to send fails by recovery only', async () => {
    const event = reserveEvent(await addUser(world(), 200));
    await world().store.reserve([event]);
    const { order } = event;
    assert.deepEqual(await world().store.resolve([settledEnd(order), failedEnd(order.id)]), [
      { kind: 'conflict', state: 'reserved' },
      { kind: 'conflict', state: 'reserved' },
    ]);
    assert.deepEqual(await world().store.resolve([failedEnd(order.id, 'reserved')]), [RESOLVED]);
  });

  test('recovery loses against a sender that woke up', async () => {
    const event = await dispatched();
    assert.deepEqual(await world().store.resolve([failedEnd(event.order.id, 'reserved')]), [
      { kind: 'conflict', state: 'dispatching' },
    ]);
    assert.equal(await world().beginDispatch(event.order.id, OWNER), false);
  });

  test('a payment that no one knows is absent', async () => {
    assert.deepEqual(await world().store.resolve([failedEnd(randomUUID())]), [{ kind: 'absent' }]);
  });

  test('nothing settles without the preimage of its hash', async () => {
    const [event, other] = [await dispatched(), await dispatched()];
    const wrong = settledEnd(event.order, { preimage: newSecret().preimage });
    await assert.rejects(world().store.resolve([settledEnd(other.order), wrong]));
    assert.deepEqual(await figures(event), [90_000n, 110_000n]);
    assert.deepEqual(await figures(other), [90_000n, 110_000n]);
  });
}
