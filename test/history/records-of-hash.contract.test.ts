import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import postgres from 'postgres';
import { hexParameter } from '../../src/database/column-values.ts';
import { createGrantHistoryStore } from '../../src/history/sql/grant-history-store.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { recordIdsOfHash } from '../../src/ledger/sql/records-of-hash.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  BASELINE,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  failedEnd,
  internalKeysend,
  NODE_PUBKEY,
  NOW,
  newRecordIdentifier,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { readingCost } from '../support/reading-cost.ts';

test('every record is found by its hash, with those of others and none besides', async (t) => {
  const opened = await testDatabase(t);
  const { database, superuserUrl } = opened;
  const superuser = postgres(superuserUrl, { max: 1 });
  t.after(() => superuser.end());
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  const [payer, payee] = [await addUser(world, 100_000), await addUser(world)];
  const { store } = world;

  const [paid, paidTwice] = [await addInvoice(world, payee), await addInvoice(world, payee)];
  await store.settleInternal([payInvoice(payer, paid), internalKeysend(payer, payee)]);
  await store.settleInternal([payInvoice(payer, paidTwice)]);
  await store.credit([creditInvoice(paidTwice, false), creditKeysend(payee)]);
  // Two sets of one invoice that may be paid again.
  const secret = newSecret();
  await store.credit(
    ['a', 'b'].map((letter) => creditKeysend(payee, { secret, setId: letter.repeat(64) })),
  );
  const outside = newSecret();
  const [tried, sent, open] = [outside, outside, newSecret()].map((one) =>
    reserveEvent(payer, { secret: one }),
  );
  assert(tried !== undefined && sent !== undefined && open !== undefined);
  await store.reserve([tried]);
  await store.resolve([failedEnd(tried.order.id, 'reserved')]);
  await store.reserve([sent, open]);
  assert(await world.beginDispatch(sent.order.id, OWNER));
  await store.resolve([settledEnd(sent.order)]);
  const lost = creditUnclaimed();
  await store.credit([lost]);
  const assigned = await createUnclaimedStore(database).assign({
    id: randomUUID(),
    identifier: newRecordIdentifier(),
    claimedId: lost.receipt.id,
    userId: payee,
    assignedAt: NOW,
    record: '{"assigned":true}',
    hasBoostagram: false,
    action: {
      id: randomUUID(),
      adminId: null,
      kind: 'unclaimed_assign',
      subject: lost.receipt.id,
      detail: {},
    },
  });
  assert.equal(assigned.kind, 'assigned');

  const records = await superuser<{ id: string; hash: string; user: string }[]>`
    select id, encode(payment_hash, 'hex') as hash, user_id::text as user from settled_record
    order by id`;
  assert.equal(records.length, 13);
  for (const hash of new Set([...records.map((one) => one.hash), open.order.paymentHash])) {
    const found = await database.query(
      (sql) => sql<{ id: string }[]>`
        select id from settled_record
        where id in (${recordIdsOfHash(sql, hexParameter(hash))}) order by id`,
    );
    assert.deepEqual(
      found.map(({ id }) => id),
      records.filter((one) => one.hash === hash).map(({ id }) => id),
    );
  }

  await superuser.unsafe('vacuum (analyze)');
  const [one] = records;
  assert(one !== undefined);
  const query = { userId: one.user, paymentHash: one.hash, grantId: 'grant' };
  const sides = { incoming: 'all', outgoing: 'all' } as const;
  const byHash = await readingCost(opened, (db) =>
    createHistoryStore(db).findByHash(one.user, one.hash),
  );
  const ofGrant = await readingCost(opened, (db) =>
    createGrantHistoryStore(db).findForGrant({ ...query, ...sides }),
  );
  for (const [name, { entries, wholeTables }] of Object.entries({ byHash, ofGrant })) {
    assert.deepEqual(wholeTables, [], name);
    for (const [table, count] of entries) assert(count <= 10, `${count} rows of ${table}`);
  }
});
