import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { HistoryQuery, HistoryStore } from '../../src/history/history-store.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import type { CreditEvent } from '../../src/ledger/money-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  failedEnd,
  internalKeysend,
  later,
  NODE_PUBKEY,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('history store', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let history: HistoryStore;
  let world: MoneyWorld;
  let user: string;
  let other: string;
  /** In the order of creation; each is a second younger than the one before. */
  const identifiers: string[] = [];
  const open: { invoice?: Invoice } = {};

  before(async () => {
    const { database } = await testDatabase({ after: (fn) => cleanups.push(fn) });
    history = createHistoryStore(database);
    world = createPostgresWorld(database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    [user, other] = [await addUser(world), await addUser(world, 10_000)];
    await live();
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  /** Records in, out, in, out, in; the body of each is its place. The first settled last. */
  async function live(): Promise<void> {
    const first = await addInvoice(world, user);
    open.invoice = await addInvoice(world, user);
    identifiers.push(first.identifier);
    for (const place of [1, 2, 3, 4]) {
      const createdAt = later(place);
      const [from, to] = place % 2 ? [user, other] : [other, user];
      if (place === 1) await fund();
      const event = internalKeysend(from, to, { createdAt, settledAt: later(place + 10) });
      const receipt = { ...event.receipt, createdAt };
      const bodies = { payerRecord: `out ${place}`, payeeRecord: `in ${place}` };
      await world.store.settleInternal([{ ...event, receipt, ...bodies }]);
      identifiers.push((place % 2 ? event.order : receipt).identifier);
    }
    const event = creditInvoice(first, true, { settledAt: later(100) });
    await world.store.credit([withRecord(event, 'in 0')]);
  }

  /** Older than all, so that it stands behind them. */
  async function fund(): Promise<void> {
    const event = creditKeysend(user, { amountSat: 1000, settledAt: later(1) });
    const receipt = { ...event.receipt, createdAt: later(-1) };
    await world.store.credit([withRecord({ ...event, receipt }, 'fund')]);
  }

  const list = async (fields: Partial<HistoryQuery> = {}): Promise<readonly string[]> => {
    const answer = await history.listRecords({
      userId: user,
      direction: 'both',
      createdAfter: null,
      createdBefore: null,
      since: null,
      before: null,
      settledSince: null,
      offset: 0,
      limit: 100,
      ...fields,
    });
    assert.ok(answer.kind === 'records', JSON.stringify(answer));
    return answer.bodies;
  };

  const identifier = (place: number): string => identifiers[place] ?? '';
  const ALL = ['in 4', 'out 3', 'in 2', 'out 1', 'in 0', 'fund'];

  test('shows the newest created first, in both directions or in one', async () => {
    assert.deepEqual(await list(), ALL);
    assert.deepEqual(await list({ direction: 'incoming' }), ['in 4', 'in 2', 'in 0', 'fund']);
    assert.deepEqual(await list({ direction: 'outgoing' }), ['out 3', 'out 1']);
    const theirs = await list({ userId: other, direction: 'outgoing' });
    assert.deepEqual(theirs, ['out 4', 'out 2']);
  });

  test('turns pages', async () => {
    assert.deepEqual(await list({ limit: 2 }), ['in 4', 'out 3']);
    assert.deepEqual(await list({ limit: 2, offset: 2 }), ['in 2', 'out 1']);
    assert.deepEqual(await list({ limit: 3, offset: 4 }), ['in 0', 'fund']);
    assert.deepEqual(await list({ limit: 3, offset: 6 }), []);
    assert.deepEqual(await list({ direction: 'incoming', limit: 2, offset: 1 }), ['in 2', 'in 0']);
  });

  test('bounds by time leave out the moment itself', async () => {
    assert.deepEqual(await list({ createdAfter: later(2) }), ['in 4', 'out 3']);
    assert.deepEqual(await list({ createdBefore: later(1) }), ['in 0', 'fund']);
    const between = { createdAfter: later(0), createdBefore: later(3) };
    assert.deepEqual(await list(between), ['in 2', 'out 1']);
    assert.deepEqual(await list({ createdAfter: new Date(8.64e15) }), []);
    assert.deepEqual(await list({ createdBefore: new Date(-8.64e15) }), []);
  });

  test('bounds by identifier leave out the record itself', async () => {
    assert.deepEqual(await list({ since: identifier(2) }), ['in 4', 'out 3']);
    assert.deepEqual(await list({ before: identifier(2) }), ['out 1', 'in 0', 'fund']);
    const between = { since: identifier(0), before: identifier(3) };
    assert.deepEqual(await list(between), ['in 2', 'out 1']);
    assert.deepEqual(await list({ since: identifier(3), createdAfter: later(0) }), ['in 4']);
    assert.deepEqual(await list({ since: identifier(0), createdAfter: later(3) }), ['in 4']);
    assert.deepEqual(await list({ since: identifier(4), before: identifier(0) }), []);
  });

  test('an open invoice has its place too', async () => {
    const { invoice } = open;
    assert.ok(invoice !== undefined);
    const since = await list({ since: invoice.identifier });
    assert.deepEqual(since.slice(0, 4), ['in 4', 'out 3', 'in 2', 'out 1']);
  });

  test('in the order of settlement a late paid invoice comes last', async () => {
    const since = { settledSince: identifier(2) };
    assert.deepEqual(await list(since), ['out 3', 'in 4', 'in 0']);
    assert.deepEqual(await list({ ...since, limit: 1 }), ['out 3']);
    assert.deepEqual(await list({ ...since, direction: 'incoming' }), ['in 4', 'in 0']);
    assert.deepEqual(await list({ ...since, createdBefore: later(4) }), ['out 3', 'in 0']);
    assert.deepEqual(await list({ settledSince: identifier(0) }), []);
  });

  test('refuses identifiers that are unknown or belong to someone else', async () => {
    const theirs = (await addInvoice(world, other)).identifier;
    for (const name of ['since', 'before', 'settledSince']) {
      for (const unknown of [theirs, 'x'.repeat(24)]) {
        const fields = { since: null, before: null, settledSince: null, [name]: unknown };
        const answer = await history.listRecords({
          userId: user,
          direction: 'both',
          createdAfter: null,
          createdBefore: null,
          offset: 0,
          limit: 9,
          ...fields,
        });
        assert.deepEqual(answer, { kind: 'unknown_identifier', identifier: unknown });
      }
    }
    const unsettled = open.invoice?.identifier ?? '';
    const answer = await history.listRecords({
      userId: user,
      direction: 'both',
      createdAfter: null,
      createdBefore: null,
      since: null,
      before: null,
      settledSince: unsettled,
      offset: 0,
      limit: 9,
    });
    assert.deepEqual(answer, { kind: 'unknown_identifier', identifier: unsettled });
  });

  describe('by hash', () => {
    test('an open invoice, then its record', async () => {
      const invoice = await addInvoice(world, user);
      const found = await history.findByHash(user, invoice.paymentHash);
      assert.deepEqual(found, { kind: 'invoice', found: { invoice, receiptsCount: 0 } });
      assert.equal(await history.findByHash(other, invoice.paymentHash), null);
      const event = payInvoice(other, invoice);
      await world.store.settleInternal([event]);
      const record = (body: string) => ({ kind: 'record', body });
      assert.deepEqual(
        await history.findByHash(user, invoice.paymentHash),
        record(event.payeeRecord),
      );
      assert.deepEqual(
        await history.findByHash(other, invoice.paymentHash),
        record(event.payerRecord),
      );
    });

    test('the first of two receipts, and the incoming side of a payment to oneself', async () => {
      const invoice = await addInvoice(world, other);
      const event = payInvoice(other, invoice);
      await world.store.settleInternal([event]);
      await world.store.credit([creditInvoice(invoice, false)]);
      const found = await history.findByHash(other, invoice.paymentHash);
      assert.deepEqual(found, { kind: 'record', body: event.payeeRecord });
    });

    test('an open payment, its record once settled, and nothing once failed', async () => {
      const [paid, failed] = [reserveEvent(other), reserveEvent(other)];
      await world.store.reserve([paid, failed]);
      const { id, paymentHash } = paid.order;
      const found = await history.findByHash(other, paymentHash);
      assert.ok(found?.kind === 'payment' && found.payment.id === id);
      assert.equal(await history.findByHash(user, paymentHash), null);
      await world.beginDispatch(id, OWNER);
      await world.store.resolve([settledEnd(paid.order), failedEnd(failed.order.id, 'reserved')]);
      assert.equal((await history.findByHash(other, paymentHash))?.kind, 'record');
      assert.equal(await history.findByHash(other, failed.order.paymentHash), null);
    });

    test('nothing for a hash that no one knows', async () => {
      assert.equal(await history.findByHash(user, '00'.repeat(32)), null);
    });
  });

  test('finds the BOLT11 text of invoices, receipts and payments, and none for keysends', async () => {
    const invoice = await addInvoice(world, user);
    const bolt11 = (name: string) => history.findBolt11ByIdentifier(name);
    assert.equal(await bolt11(invoice.identifier), invoice.bolt11);
    const event = payInvoice(other, invoice);
    await world.store.settleInternal([event]);
    const late = creditInvoice(invoice, false);
    await world.store.credit([late]);
    assert.equal(await bolt11(event.order.identifier), event.order.bolt11);
    assert.equal(await bolt11(late.receipt.identifier), invoice.bolt11);
    const reserved = reserveEvent(other);
    await world.store.reserve([{ ...reserved, order: { ...reserved.order, bolt11: 'lnbc9' } }]);
    assert.equal(await bolt11(reserved.order.identifier), 'lnbc9');
    const keysend = internalKeysend(other, user);
    await world.store.settleInternal([keysend]);
    assert.equal(await bolt11(keysend.order.identifier), null);
    assert.equal(await bolt11('x'.repeat(24)), null);
  });
});

function withRecord(event: CreditEvent, record: string): CreditEvent {
  assert.ok(event.target.kind !== 'unclaimed');
  return { ...event, target: { ...event.target, record } };
}
