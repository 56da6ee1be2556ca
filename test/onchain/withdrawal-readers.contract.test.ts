import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_ARCHIVE_FILES } from '../../src/account-closure/limits.ts';
import { openArchive } from '../../src/account-closure/open-archive.ts';
import { createArchiveStore } from '../../src/account-closure/sql/archive-store.ts';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { createGaugeStore } from '../../src/admin/gauges/sql/gauge-store.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import type { HistoryQuery } from '../../src/history/history-store.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { createChangedWalletStore } from '../../src/ledger/sql/changed-wallet-store.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { createStatementStore } from '../../src/statements/sql/statement-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { openClosingBench } from '../support/closing-bench.ts';
import { addUser, later, NOW } from '../support/money-model/events.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import {
  newInternalWithdrawal,
  newTransaction,
  newWithdrawal,
} from '../support/onchain/withdrawal-events.ts';
import { createTestRates } from '../support/test-rates.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

/** Everything that reads what users sent, with bitcoin among it. */

const bench = await openClosingBench({ after });
const { database, world } = bench;
const { withdrawals, sign, settle, fail, addAddress } = withdrawalSteps(database);

describe('a withdrawal on its way', () => {
  test('is owed until a block has it, signed or not, and keeps its user from leaving', async () => {
    const userId = await addUser(world, 200_000);
    const [reserved, signed] = [newWithdrawal(userId), newWithdrawal(userId)];
    for (const order of [reserved, signed]) await withdrawals.order(order);
    await sign(signed.id);
    await withdrawals.noteBroadcast(signed.id, NOW);
    const owed = async () => {
      const { heldNotInFlightMsat } = await createSolvencyStore(database).readObligations();
      const gauges = await createGaugeStore(database).readGauges();
      const { books } = await createCheckpointStore(database).readSnapshot();
      assert.equal(gauges.heldMsat, heldNotInFlightMsat);
      assert.deepEqual([gauges.inFlightMsat, books.inFlightMsat], [0n, 0n]);
      assert.equal(books.heldMsat, heldNotInFlightMsat);
      return [gauges.openPayments, heldNotInFlightMsat];
    };
    assert.deepEqual(await owed(), [2, 103_000_000n]);
    assert.equal(await bench.close(userId), 'open_payments');
    await settle(signed);
    await fail(reserved.id, 'reserved');
    assert.deepEqual(await owed(), [0, 0n]);
    assert.equal(await bench.close(userId, 149_000), 'closed');
  });
});

test('one that settles is a line of the statement, and not in lists of invoices', async () => {
  const [userId, payee] = [await addUser(world, 200_000), await addUser(world)];
  const order = newWithdrawal(userId);
  await withdrawals.order(order);
  await sign(order.id);
  await settle(order);
  const address = await addAddress(payee);
  await withdrawals.order(newInternalWithdrawal(userId, { userId: payee, address }));
  const range = { afterSeq: 0n, upToSeq: 9n, limit: 10 };
  const statements = createStatementStore(database);
  const linesOf = async (who: string) =>
    (await statements.listLines({ ...range, userId: who })).map((line) => [
      line.direction,
      line.amountSat,
      line.feeSat,
      line.grantId,
    ]);
  assert.deepEqual((await linesOf(userId)).slice(1), [
    ['outgoing', 50_000n, 1000n, 'grant'],
    ['outgoing', 50_000n, 0n, 'grant'],
  ]);
  assert.deepEqual(await linesOf(payee), [['incoming', 50_000n, 0n, 'web']]);
  assert.equal(await statements.sumLines({ userId, afterSeq: 0n, upToSeq: 9n }), 99_000n);
  const query: HistoryQuery = {
    ...{ userId, offset: 0, limit: 10, since: null, before: null },
    ...{ createdAfter: null, createdBefore: null, settledSince: null },
    direction: 'both',
  };
  const listed = await createHistoryStore(database).listRecords(query);
  assert(listed.kind === 'records');
  assert.equal(listed.bodies.length, 1, 'the receipt that brought the money');
  const { transactionsCount } = await world.wallet(userId);
  assert.equal(transactionsCount, 0, 'over which lists of apps page');
});

test('its user is told when it ends after a while, as of any payment', async () => {
  const userId = await addUser(world, 200_000);
  const inbox = createNoticeInboxStore(database);
  await inbox.lookForNotices(userId, NOW);
  const [settled, failed] = [newWithdrawal(userId), newWithdrawal(userId)];
  for (const order of [settled, failed]) await withdrawals.order(order);
  await sign(settled.id);
  await settle(settled, { at: later(600) });
  await fail(failed.id, 'reserved', { at: systemClock.now() });
  await inbox.lookForNotices(userId, NOW);
  const { notices } = await inbox.readInbox(userId);
  const told = notices.flatMap(({ matter, amountMsat }) =>
    matter.kind === 'ended' ? [[matter.identifier, amountMsat]] : [],
  );
  assert.deepEqual(
    told.toSorted(),
    [
      [settled.identifier, 50_000_000n],
      [failed.identifier, 50_000_000n],
    ].toSorted(),
  );
  const found = await createChangedWalletStore(database).findChanged(5000, []);
  const mark = found.find((one) => one.userId === userId)?.mark ?? '';
  assert.match(mark, /^\d+ \d/, 'what failed is news, too');
});

test('endpoints that ask are told once of what was sent, and of what came from here', async () => {
  const [userId, payee] = [await addUser(world, 200_000), await addUser(world)];
  const endpoints = createEndpointStore(database);
  const filterTypes = ['onchain.incoming.confirmed', 'onchain.outgoing.confirmed'] as const;
  const own = new Map<string, string>();
  for (const who of [userId, payee]) {
    const endpoint = newEndpoint(who, { filterTypes });
    assert.equal(await endpoints.create(endpoint), 'created');
    own.set(endpoint.id, who);
  }
  const order = newWithdrawal(userId);
  await withdrawals.order(order);
  await sign(order.id);
  await settle(order);
  await settle(order);
  const address = await addAddress(payee);
  const inside = newInternalWithdrawal(userId, { userId: payee, address });
  await withdrawals.order(inside);
  const rows = await database.sql<{ endpoint_id: string; event_type: string; id: string }[]>`
    select endpoint_id, event_type, message_id as id from webhook_delivery`;
  const told = rows.flatMap(({ endpoint_id: id, event_type: type, ...row }) =>
    own.has(id) ? [`${own.get(id)} ${type} ${row.id}`] : [],
  );
  assert.deepEqual(
    told.toSorted(),
    [
      `${userId} onchain.outgoing.confirmed ${order.id}`,
      `${userId} onchain.outgoing.confirmed ${inside.id}`,
      `${payee} onchain.incoming.confirmed ${inside.internal?.depositId}`,
    ].toSorted(),
  );
});

test('the archive of its user has it in every state', async () => {
  const [userId, payee] = [await addUser(world, 500_000), await addUser(world)];
  const [open, signed, failed] = [1, 2, 3].map(() => newWithdrawal(userId));
  assert(open && signed && failed);
  for (const order of [open, signed, failed]) await withdrawals.order(order);
  const transaction = newTransaction();
  await sign(signed.id, transaction);
  await settle(signed);
  await fail(failed.id, 'reserved');
  const address = await addAddress(payee);
  await withdrawals.order(newInternalWithdrawal(userId, { userId: payee, address }));
  const person = await createUserStore(database).findUser(userId);
  assert(person !== null);
  const deps = {
    archives: createArchiveStore(database),
    activity: createActivityStore(database),
    statements: createStatementStore(database),
    rates: createTestRates(),
    clock: systemClock,
    accounts: { attempts: createAttemptStore(database), clock: systemClock },
    archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
  };
  for (const format of ['json', 'csv'] as const) {
    const opened = await openArchive(deps, person, null, format);
    assert(opened.ok);
    let text = '';
    for await (const part of opened.value) text += part;
    if (format === 'csv') {
      assert.equal(text.split('\r\n').length, 1 + 3 + 1, 'its settled ones, and the receipt');
      continue;
    }
    const listed: readonly Readonly<Record<string, unknown>>[] =
      JSON.parse(text).bitcoin_withdrawals;
    assert.deepEqual(listed.map(({ state }) => state).toSorted(), [
      'failed',
      'reserved',
      'settled',
      'settled',
    ]);
    const sent: Readonly<Record<string, unknown>> | undefined = listed.find(
      ({ identifier }) => identifier === signed.identifier,
    );
    const told = { amount_sat: 50_000, fee_sat: 1000, txid: transaction.txid };
    assert.deepEqual({ ...sent, ...told }, sent);
  }
});

test('the books balance after all of it', async () => {
  assert.deepEqual(await world.findings(), []);
});
