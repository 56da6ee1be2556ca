import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import type { Database } from '../../src/database/db.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import type { NewApproval } from '../../src/payments/approval.ts';
import { createApprovalStore } from '../../src/payments/sql/approval-store.ts';
import { endApprovals } from '../../src/payments/sweep-approvals.ts';
import { approvalOf } from '../support/approval-of.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  internalKeysend,
  later,
  NODE_PUBKEY,
  NOW,
  newOrder,
} from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { readingCost } from '../support/reading-cost.ts';

/** Ten thousand payments of many users wait for approval: what others ask for costs no more. */

const USERS = 400;
const PER_USER = 25;
const WAITING = USERS * PER_USER;
const PAYMENTS = 1000;

const opened = await testDatabase({ after });
const { database, statements, superuserUrl } = opened;
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
const [payer, payee] = [await addUser(world, 1_000_000), await addUser(world)];
await world.store.settleInternal(times(PAYMENTS, () => internalKeysend(payer, payee)));
const others = await Promise.all(times(USERS, () => addUser(world)));
const store = createApprovalStore(database);

const EXPIRES = later(300);
const newApproval = (userId: string, grantId: string): NewApproval =>
  approvalOf(newOrder(userId, { grantId }));

// One is asked for by the store, and copied for all users.
const sample = newApproval(payer, 'sample');
assert.equal((await store.ask(sample)).kind, 'asked');
await superuser`
  insert into approval (id, user_id, grant_id, payment_id, payment_hash, planned, amount_msat,
    max_fee_msat, created_at, expires_at)
  select gen_random_uuid(), u, 'app ' || n % 3, gen_random_uuid(), sha256(u::text::bytea), planned,
    amount_msat, max_fee_msat, created_at, expires_at
  from approval, unnest(${others}::uuid[]) u, generate_series(1, ${PER_USER}) n`;
await superuser`analyze`;

const someone = others[0] ?? payer;
const ofStore =
  <T>(ask: (approvals: ReturnType<typeof createApprovalStore>) => Promise<T>) =>
  (db: Database) =>
    ask(createApprovalStore(db));

describe('what one user asks for', () => {
  const query = { userId: someone, isWaiting: true, offset: 0, limit: 30 };
  const repeated = newApproval(payer, 'another');
  for (const [name, ask] of [
    ['the list of those that wait', ofStore((approvals) => approvals.listOfUser(query))],
    ['all of them', ofStore((approvals) => approvals.listOfUser({ ...query, isWaiting: false }))],
    [
      'one of a payment',
      ofStore((approvals) => approvals.findOfPayment(sample.planned.ids.paymentId)),
    ],
    ['one', ofStore((approvals) => approvals.find(sample.id))],
    ['to ask', ofStore((approvals) => approvals.ask(repeated))],
    ['to ask again', ofStore((approvals) => approvals.ask(repeated))],
    [
      'to refuse all of one spender',
      ofStore((approvals) =>
        approvals.refuseAll({ userId: someone, grantId: 'app 0' }, NOW, 'a phone'),
      ),
    ],
    ['to remove old ones', ofStore((approvals) => approvals.prune(NOW, 1000))],
  ] as const) {
    test(`${name}: reads what is theirs, along indexes`, async () => {
      const { entries, wholeTables } = await readingCost(opened, ask);
      assert.deepEqual(wholeTables, []);
      for (const [table, count] of entries) {
        // The rows that the user may have, and their entries in an index or two.
        assert(count <= 4 * PER_USER, `${table}: ${count}`);
      }
    });
  }
});

test('requests of apps that wait for a payment are looked for along indexes', async () => {
  const { entries } = await readingCost(opened, (db) =>
    createNwcRequestStore(db).takeRequests(64, 1000),
  );
  assert((entries.get('approval') ?? 0) <= PER_USER, `${entries.get('approval')}`);
});

describe('the sweep', () => {
  test('reads each that waits once, and no payments of others', async () => {
    const { entries } = await readingCost(opened, (db) =>
      createApprovalStore(db).endDue(NOW, 1000),
    );
    assert((entries.get('approval') ?? 0) <= 2 * WAITING + 100, `${entries.get('approval')}`);
    assert((entries.get('payment') ?? 0) <= 100, `${entries.get('payment')}`);
    assert.equal((await store.findOfPayment(sample.planned.ids.paymentId))?.state, 'waiting');
  });

  test('ends all of them in steps, however many are due', async () => {
    statements.length = 0;
    const clock = { now: () => EXPIRES } as Parameters<typeof endApprovals>[0]['clock'];
    await endApprovals({ approvals: store, clock }, new AbortController().signal);
    assert(statements.length <= WAITING / 1000 + 1, `${statements.length} statements`);
    const [left] = await database.sql<{ count: number }[]>`
      select count(*)::integer as count from approval where state = 'waiting'`;
    assert.equal(left?.count, 0);
  });
});

test('of what a spender has asked for in vain, the newest thousand are kept', async () => {
  await superuser`
    insert into approval (id, user_id, grant_id, payment_id, planned, amount_msat, max_fee_msat,
      created_at, expires_at, ended_at, state)
    select gen_random_uuid(), user_id, grant_id, gen_random_uuid(), planned, amount_msat,
      max_fee_msat, created_at - n * interval '1 second', expires_at, now(), 'refused'
    from approval, generate_series(1, 1500) n where id = ${sample.id}`;
  assert.equal((await store.ask(newApproval(payer, 'sample'))).kind, 'asked');
  const [kept] = await database.sql<{ ended: number; waiting: number }[]>`
    select count(*) filter (where state <> 'waiting')::integer as ended,
      count(*) filter (where state = 'waiting')::integer as waiting
    from approval where user_id = ${payer} and grant_id = 'sample'`;
  assert.deepEqual(kept, { ended: 1000, waiting: 1 });
});
