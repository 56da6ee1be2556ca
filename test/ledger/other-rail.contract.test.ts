import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import postgres from 'postgres';
import { ALL_ACTIVITY, readActivity } from '../../src/activity/read-activity.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { sat } from '../../src/base/amount.ts';
import type { HistoryQuery } from '../../src/history/history-store.ts';
import { createGrantHistoryStore } from '../../src/history/sql/grant-history-store.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { createNotificationStore } from '../../src/nwc/sql/notification-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { NOW } from '../support/money-model/events.ts';
import { bookOnOtherRail } from '../support/other-rail.ts';
import { startStatementBench } from '../support/statement-bench.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

test('a record of another rail is told to its user, and to nothing that knows Lightning', async (t) => {
  const bench = await startStatementBench(t);
  const { database, superuser, world } = bench;
  const owner = postgres(bench.ownerUrl, { max: 1, onnotice: () => undefined });
  t.after(() => owner.end());
  const userId = await bench.addUser();
  assert.equal(await createEndpointStore(database).create(newEndpoint(userId)), 'created');
  await bench.credit(userId, 100, NOW);
  const inbox = createNoticeInboxStore(database);
  await inbox.lookForNotices(userId, NOW);
  const before = await world.wallet(userId);
  const bookOther = (amountMsat: bigint) =>
    bench.bookAt(NOW, () =>
      bookOnOtherRail(owner, userId, { amountMsat, at: NOW, isPosted: true }),
    );
  const came = await bookOther(5000n);
  const went = await bookOther(-3000n);

  const activity = createActivityStore(database);
  const listed = await readActivity(
    { activity },
    {
      ...{ ...ALL_ACTIVITY, userId, now: NOW, limit: 10, before: null },
    },
  );
  assert(typeof listed === 'object');
  const bodies = listed.entries.map((entry) => (entry.kind === 'settled' ? entry.body : ''));
  assert.deepEqual(bodies.slice(0, 2), [went.body, came.body]);
  const found = await activity.find(userId, came.identifier);
  assert(found?.entry.kind === 'settled');
  const { rail, body, grantId } = found.entry;
  assert.deepEqual({ rail, body, grantId }, { rail: 'pigeon', body: came.body, grantId: 'loft' });

  const range = { userId, afterSeq: 1n, upToSeq: 3n, limit: 10 };
  const lines = await bench.statements.listLines(range);
  assert.deepEqual(
    lines.map(({ amountSat, feeSat, grantId: by }) => [amountSat, feeSat, by]),
    [
      [sat(5n), sat(0n), 'loft'],
      [sat(3n), sat(0n), 'loft'],
    ],
  );
  assert.equal(await bench.statements.sumLines({ userId, afterSeq: 0n, upToSeq: 3n }), 102n);
  await inbox.lookForNotices(userId, NOW);
  const { notices } = await inbox.readInbox(userId);
  const [told] = notices.filter(({ matter }) => matter.kind === 'received');
  assert.deepEqual([told?.count, told?.amountMsat], [2n, 105_000n]);

  const { walletMsat, ...counters } = await world.wallet(userId);
  const { walletMsat: _, ...countedBefore } = before;
  assert.deepEqual(counters, countedBefore, 'lists of Lightning page over what is counted');
  assert.equal(walletMsat, before.walletMsat + 2000n);
  const deliveries = await owner`select message_id from webhook_delivery`;
  assert.equal(deliveries.length, 1, 'endpoints are told of the receipt alone');

  const { findings } = await createBooksStore(database).checkBooks();
  const unproven = findings.filter(({ rule }) => /what settled has one record/.test(rule));
  const unknown = unproven.map(({ subject }) => subject).toSorted();
  assert.deepEqual(unknown, [came.id, went.id].toSorted(), 'the books know no such rail');

  const history = createHistoryStore(database);
  const [settled] = await world.records(userId);
  const query: HistoryQuery = {
    userId,
    direction: 'both',
    createdAfter: null,
    createdBefore: null,
    since: null,
    before: null,
    settledSince: null,
    offset: 0,
    limit: 10,
  };
  const only = { kind: 'records', bodies: [settled?.body] };
  assert.deepEqual(await history.listRecords(query), only);
  assert.deepEqual(await history.listRecords({ ...query, limit: 5000 }), only, 'a deep one');
  const newer = { ...query, settledSince: settled?.identifier ?? '' };
  for (const direction of ['both', 'incoming'] as const) {
    const answer = await history.listRecords({ ...newer, direction });
    assert.deepEqual(answer, { kind: 'records', bodies: [] });
  }
  assert.equal(await history.findByHash(userId, came.paymentHash), null);
  assert.equal((await history.readKinds(userId, [came.identifier])).size, 0);

  const grants = createGrantHistoryStore(database);
  const reach = { incoming: 'all', outgoing: 'all' } as const;
  for (const { paymentHash } of [came, went]) {
    const lookup = { userId, grantId: 'loft', paymentHash, ...reach };
    assert.equal(await grants.findForGrant(lookup), null);
  }
  const unpaid = await grants.listWithUnpaid({
    ...{ userId, direction: 'both', withUnpaid: { incoming: true, outgoing: true }, offset: 0 },
    ...{ createdFrom: new Date(0), createdBefore: new Date('2100-01-01'), limit: 10 },
  });
  assert.equal(unpaid.length, 1);

  const [grant, device] = [randomUUID(), randomUUID()];
  await superuser`
    insert into app_grant (id, user_id, scopes, created_at, kind, name)
    values (${grant}, ${userId}, 'payments:read', now(), 'nwc', 'Zeus')`;
  await superuser`
    insert into grant_device (id, app_grant_id, name, created_at)
    values (${device}, ${grant}, 'phone', now())`;
  const news = await createNotificationStore(database).readNews({
    ...{ deviceId: device, afterSeq: 0n, limit: 10, keepMs: 2 ** 31 - 1, at: NOW },
  });
  assert.ok(news.records.every(({ seq }) => seq === 1n));
  assert.equal(news.recordSeq, 3n, 'an app is told up to here');
});
