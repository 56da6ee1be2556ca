import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { OPERATOR_GRANT, WEB_GRANT } from '../../src/authorization/caller.ts';
import { createDailyAllowance } from '../../src/authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../src/authorization/storage-allowance.ts';
import { DAY_SEC } from '../../src/base/durations.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '../../src/base/limits.ts';
import { createMoney, type Money } from '../../src/ledger/money.ts';
import { type InternalPaymentEvent, MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import { internalPaymentBytes } from '../../src/ledger/stored-bytes.ts';
import type { NewApproval } from '../../src/payments/approval.ts';
import { limitStorage } from '../../src/payments/limit-storage.ts';
import { createApprovalStore } from '../../src/payments/sql/approval-store.ts';
import { createBatchStore } from '../../src/payments/sql/batch-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { approvalOf } from '../support/approval-of.ts';
import { testDatabase } from '../support/database.ts';
import { newBatch } from '../support/money-model/batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditKeysend,
  failedEnd,
  internalKeysend,
  later,
  NODE_PUBKEY,
  NOW,
  newOrder,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

/** How much of the database the payments of a user may take within a day. */

const { database, statements } = await testDatabase({ after });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
const PER_DAY = 400_000;
const SHARE = PER_DAY / 20;

/** A process. */
function startProcess(money: Money = createMoney(world.store, { batchMax: 32 })) {
  const daily = createDailyAllowance(createAttemptStore(database), 'stored', PER_DAY);
  const storage = createStorageAllowance(daily);
  const limited = limitStorage(money, storage, createPaymentStore(database));
  /** Pays until that is refused, and returns how many payments were written. */
  const payToTheEnd = async (pay: () => Promise<string>): Promise<number> => {
    let paid = 0;
    for (; paid < PER_DAY / 1000; paid += 1) {
      const word = await pay();
      if (word === 'storage_used_up') return paid;
      assert.equal(word, 'written');
    }
    throw new assert.AssertionError({ message: 'no payment was ever refused' });
  };
  /** A payment that fails at once: it costs its payer nothing. */
  const failOne = async (userId: string, grantId: string, atSec = 0): Promise<string> => {
    const event = reserveEvent(userId, { grantId, createdAt: later(atSec) });
    const order = { ...event.order, memo: 'x'.repeat(1000) };
    const outcome = await limited.reserve({ ...event, order });
    if (outcome.kind === 'refused') return outcome.refusal.kind;
    await limited.resolve(failedEnd(order.id, 'reserved'));
    return 'written';
  };
  const paySelf = async (userId: string, grantId: string): Promise<string> => {
    const event = internalKeysend(userId, userId, { grantId });
    const records = new Map([[7629169n, new Uint8Array(1000)]]);
    const outcome = await limited.settleInternal({ ...event, order: { ...event.order, records } });
    return outcome.kind === 'refused' ? outcome.refusal.kind : 'written';
  };
  return { storage, limited, payToTheEnd, failOne, paySelf };
}

test('payments that fail use up what a day allows, in each process', async () => {
  const alice = await addUser(world, 1000);
  const one = startProcess();
  const failed = await one.payToTheEnd(() => one.failOne(alice, 'token'));
  assert(failed * 6000 <= PER_DAY + 2 * SHARE, `${failed} failed payments`);
  assert(failed * 6500 >= PER_DAY / 2, `${failed} failed payments`);
  assert.equal(await one.failOne(alice, 'another token'), 'storage_used_up');
  assert.equal(await one.failOne(alice, OPERATOR_GRANT), 'written', 'operators are not limited');
  const bob = await addUser(world, 1000);
  assert.equal(await one.failOne(bob, 'token'), 'written', 'others have their own');
  const other = startProcess();
  const elsewhere = await other.payToTheEnd(() => other.failOne(alice, 'token'));
  assert(elsewhere * 6000 <= 2 * SHARE, `${elsewhere} in another process`);
  assert.equal(await other.failOne(alice, 'token', DAY_SEC), 'written');
  assert.deepEqual(await world.findings(), []);
});

test('payments to oneself do, and no app keeps its user from paying by hand', async () => {
  const alice = await addUser(world, 1000);
  const { payToTheEnd, paySelf } = startProcess();
  const paid = await payToTheEnd(() => paySelf(alice, 'app'));
  assert(paid * 20_000 <= PER_DAY + 2 * SHARE, `${paid} payments`);
  assert.equal(await paySelf(alice, WEB_GRANT), 'written');
  assert.deepEqual(await world.findings(), []);
});

test('a free payment counts the deliveries that it may cause', async () => {
  const alice = await addUser(world, 1000);
  const endpoints = createEndpointStore(database);
  const maxEndpoints = MAX_WEBHOOK_ENDPOINTS;
  let outcome = 'created';
  while (outcome === 'created') {
    outcome = await endpoints.create(newEndpoint(alice, { maxEndpoints }));
  }
  assert.equal(outcome, 'too_many');
  const readBytes = async (): Promise<number> => {
    const [row] = await database.sql<{ bytes: number }[]>`
      select pg_total_relation_size('webhook_delivery')::float8 as bytes`;
    return row?.bytes ?? 0;
  };
  const events = Array.from({ length: 100 }, () => internalKeysend(alice, alice));
  const before = await readBytes();
  await world.store.settleInternal(events);
  const bytes = ((await readBytes()) - before) / events.length;
  assert(bytes > 2 * MAX_WEBHOOK_ENDPOINTS * 100, `${bytes} bytes of deliveries per payment`);
  const [counted = 0] = events.map(internalPaymentBytes);
  assert(bytes + 5000 < counted, `${bytes} bytes of deliveries, ${counted} counted in all`);
  assert.deepEqual(await world.findings(), []);
});

test('what comes from outside is never refused', async () => {
  const alice = await addUser(world, 1000);
  const { limited, payToTheEnd, paySelf } = startProcess();
  await payToTheEnd(() => paySelf(alice, 'app'));
  const received = await limited.credit(creditKeysend(alice, { amountSat: 5 }));
  assert.deepEqual(received, { kind: 'credited' });
  const bob = await addUser(world, 1000);
  const fromBob = await limited.settleInternal(internalKeysend(bob, alice));
  assert.deepEqual(fromBob, { kind: 'settled' }, 'its payer is counted');
  assert.deepEqual(await world.findings(), []);
});

test('what the money functions refuse is not counted', async () => {
  const alice = await addUser(world, 1000);
  const { limited, failOne } = startProcess();
  for (let tries = 0; tries < PER_DAY / 1000; tries += 1) {
    const outcome = await limited.reserve(reserveEvent(alice, { feeReserveSat: 5000 }));
    assert.equal(outcome.kind === 'refused' && outcome.refusal.kind, 'insufficient_balance');
  }
  assert.equal(await failOne(alice, 'grant'), 'written');
  assert.deepEqual(await world.findings(), []);
});

test('an order that may have been written is not refused when it is repeated', async () => {
  const alice = await addUser(world, 1000);
  const money = createMoney(world.store, { batchMax: 32 });
  let isLost = true;
  const { limited, payToTheEnd, paySelf } = startProcess({
    ...money,
    settleInternal: async (event) => {
      const outcome = await money.settleInternal(event);
      if (!isLost) return outcome;
      isLost = false;
      throw new MoneyOutcomeUnknown('the answer was lost');
    },
  });
  const event = internalKeysend(alice, alice);
  await assert.rejects(limited.settleInternal(event), MoneyOutcomeUnknown);
  await payToTheEnd(() => paySelf(alice, 'grant'));
  assert.equal((await limited.settleInternal(event)).kind, 'present');
  assert.deepEqual(await world.findings(), []);
});

test('an order that was not written after all is not counted', async () => {
  const alice = await addUser(world, 1000);
  const money = createMoney(world.store, { batchMax: 32 });
  let isLost = true;
  const { limited, failOne } = startProcess({
    ...money,
    settleInternal: async () => {
      isLost = !isLost;
      if (isLost) return { kind: 'stale' };
      throw new MoneyOutcomeUnknown('the answer was lost');
    },
  });
  for (let tries = 0; tries < PER_DAY / 1000; tries += 1) {
    const event = internalKeysend(alice, alice);
    await assert.rejects(limited.settleInternal(event), MoneyOutcomeUnknown);
    assert.equal((await limited.settleInternal(event)).kind, 'stale');
  }
  assert.equal(await failOne(alice, 'grant'), 'written');
});

test('a call that comes twice at the last room has one answer', async () => {
  const alice = await addUser(world, 1000);
  const { storage, limited, payToTheEnd, paySelf } = startProcess();
  const invoice = await addInvoice(world, alice);
  const key = { grantId: 'token', claim: claim('at the last room') };
  // More than a share, so that one call uses up what there is.
  const records = new Map([[7629169n, new Uint8Array(SHARE)]]);
  const payTwice = async (newEvent: () => InternalPaymentEvent): Promise<readonly string[]> => {
    await payToTheEnd(() => paySelf(alice, 'token'));
    storage.count({ userId: alice, grantId: 'token' }, -2 * SHARE);
    const outcomes = await Promise.all(
      [newEvent(), newEvent()].map((event) =>
        limited.settleInternal({ ...event, order: { ...event.order, records } }),
      ),
    );
    assert.equal(await paySelf(alice, 'token'), 'storage_used_up');
    storage.count({ userId: alice, grantId: 'token' }, -10 * SHARE);
    return outcomes.map(({ kind }) => kind);
  };
  const keysends = await payTwice(() => internalKeysend(alice, alice, key));
  assert.deepEqual(keysends, ['settled', 'repeated']);
  const payments = await payTwice(() => payInvoice(alice, invoice, { grantId: 'token' }));
  assert.deepEqual(payments, ['settled', 'joined']);
  assert.deepEqual(await world.findings(), []);
});

test('a batch that comes again when nothing more may be stored has its answer', async () => {
  const alice = await addUser(world, 1000);
  const { storage, payToTheEnd, paySelf } = startProcess();
  const batches = createBatchStore(database, storage);
  const [batch, key] = [newBatch(alice, 2), claim('batch')];
  assert.equal((await batches.insertBatch(batch, 'token', key)).kind, 'inserted');
  await payToTheEnd(() => paySelf(alice, 'token'));
  const again = await batches.insertBatch(newBatch(alice, 2), 'token', key);
  assert.deepEqual(again, { kind: 'repeated', target: { kind: 'batch', id: batch.id } });
  const other = await batches.insertBatch(newBatch(alice, 2), 'token', claim('another'));
  assert.equal(other.kind, 'storage_used_up');
  assert.deepEqual(await world.findings(), []);
});

test('the items of several keysends are counted before any is sent', async () => {
  const alice = await addUser(world, 1000);
  const { storage, payToTheEnd, paySelf } = startProcess();
  const batches = createBatchStore(database, storage);
  const written = await payToTheEnd(async () => {
    const { kind } = await batches.insertBatch(newBatch(alice, 20), 'token', null);
    return kind === 'inserted' ? 'written' : kind;
  });
  assert(written * 20 * 512 <= PER_DAY + 2 * SHARE, `${written} batches`);
  assert.equal(await paySelf(alice, 'token'), 'storage_used_up');
  assert.deepEqual(await world.findings(), []);
});

test('what asks for an approval counts once, however often it asks', async () => {
  const alice = await addUser(world, 1000);
  const { storage, payToTheEnd, paySelf } = startProcess();
  const approvals = createApprovalStore(database, storage);
  const ask = async (approval: NewApproval): Promise<string> => {
    const { kind } = await approvals.ask(approval);
    return kind === 'asked' ? 'written' : kind;
  };
  const asked = newOrder(alice);
  for (let count = 0; count < PER_DAY / 1000; count += 1) {
    assert.equal(await ask(approvalOf(asked)), 'written');
  }
  const written = await payToTheEnd(async () => {
    const order = { ...newOrder(alice), memo: 'x'.repeat(1000) };
    const fresh = approvalOf(order);
    const word = await ask(fresh);
    await approvals.end(fresh.id, { state: 'refused', at: NOW, device: null });
    return word;
  });
  assert(written * 2000 <= PER_DAY + 2 * SHARE, `${written} approvals`);
  assert.equal(await paySelf(alice, 'token'), 'storage_used_up');
});

test('those who pay little cost no further statement', async () => {
  const alice = await addUser(world, 1000);
  const { paySelf } = startProcess();
  const before = statements.length;
  assert.equal(await paySelf(alice, 'token'), 'written');
  const asked = statements.slice(before).filter((text) => /into attempt/.test(text));
  assert.deepEqual(asked, []);
});
