import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createCredentialStore } from '../../src/accounts/sql/credential-store.ts';
import { createLinkStore } from '../../src/accounts/sql/link-store.ts';
import { createUserAccessStore } from '../../src/admin/sql/user-access-store.ts';
import { createUserListStore } from '../../src/admin/sql/user-list-store.ts';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { createAlarmListStore } from '../../src/alarms/sql/alarm-store.ts';
import { createJobListStore, createJobStore } from '../../src/background/sql/job-store.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createTableSizeStore } from '../../src/database/sql/table-size-store.ts';
import { createOpenPaymentsStore } from '../../src/payments/sql/open-payments-store.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createBacklogStore } from '../../src/webhooks/sql/backlog-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  creditUnclaimed,
  failedEnd,
  NODE_PUBKEY,
  reserveEvent,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { readingCost } from '../support/reading-cost.ts';

/** No list of operators reads a whole table that users or strangers can grow. */

const opened = await testDatabase({ after });
const { database } = opened;
const superuser = postgres(opened.superuserUrl, { max: 1 });
const closing: (() => Promise<void>)[] = [() => superuser.end()];
after(async () => {
  for (const close of closing) await close();
});

/** In every table. */
const MANY = 3000;
/** Rows that a list may read beside those that it shows, in each table. */
const ENOUGH = 120;
const LIMIT = 20;

const world = createPostgresWorld(database, false);
await world.setBaseline(NODE_PUBKEY, 0n);
const user = await addUser(world, 1_000_000);
await fill();

async function fill(): Promise<void> {
  const [ended, open] = [reserveEvent(user), reserveEvent(user)];
  await world.store.reserve([ended, open]);
  await world.store.resolve([failedEnd(ended.order.id, 'reserved')]);
  const unclaimed = creditUnclaimed();
  await world.store.credit([unclaimed]);
  await superuser.begin(async (sql) => {
    // Rows that no one wrote need no triggers; only what is read counts here.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into wallet_user (id, identifier, email, password_hash, created_at, reset_asked_at)
      select gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', '',
        now() - n * interval '1 minute', now() from generate_series(1, ${MANY}::integer) n`;
    await sql`
      insert into wallet (user_id) select id from wallet_user where identifier like 'many%'`;
    await sql`
      insert into session (id, secret_hash, user_id, session_epoch, signed_in_at, device, address,
        created_at, last_seen_at, expires_at)
      select gen_random_uuid(), sha256(id::text::bytea), id, 1, now(), 'x', 'x', now(), now(),
        now() + interval '1 day' from wallet_user`;
    await sql`
      insert into one_time_link (token_hash, kind, email, created_at, expires_at)
      select sha256(email::bytea), 'sign_up', email, now(), now() + interval '1 day'
      from wallet_user`;
    await sql`
      insert into personal_token (id, user_id, token_hash, name, scopes, created_at)
      select id::text, id, sha256(id::text::bytea), 'x', 'payments:send', now() from wallet_user`;
    await sql`
      insert into app_grant (id, user_id, kind, name, scopes, created_at)
      select gen_random_uuid(), id, 'nwc', 'x', 'payments:send', now() from wallet_user`;
    await sql`
      insert into budget (user_id, grant_id, limit_msat, interval, window_start, used_msat)
      select user_id, id::text, 1000, 'day', now(), 0 from app_grant`;
    await sql`
      insert into alarm (kind, subject, day, detail, first_at, last_at, acknowledged_at)
      select case when n % 2 = 0 then 'job_parked' else 'node_changed' end, n::text, now(), 'x',
        now(), now() - n * interval '1 second', case when n % 4 < 2 then now() end
      from generate_series(1, ${MANY}::integer) n`;
    await sql`
      insert into operator_action (id, began_at, admin_id, kind, subject, detail)
      select gen_random_uuid(), now() - n * interval '1 second',
        case when n % 2 = 0 then ${user}::uuid end,
        case when n % 50 = 0 then 'books_check' else 'job_retry' end, 'x', '{}'
      from generate_series(1, ${MANY}::integer) n`;
    await sql`
      insert into job (kind, payload, run_at, max_attempts, parked_at)
      select 'test', '{}', now(), 3, case when n > ${MANY}::integer then now() end
      from generate_series(1, ${MANY}::integer + 30) n`;
    await sql`
      insert into webhook_endpoint (id, user_id, url, description, filter_types, told_after_seq,
        created_at, failing_since)
      select 'ep' || identifier, id, 'https://shop.example/', '', '{invoice.incoming.settled}', 0,
        now(), case when identifier like 'many1_' then now() end
      from wallet_user`;
    await sql`
      insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at, done_at)
      select 'epmany1', gen_random_uuid(), 'invoice.incoming.settled',
        case when n % 2 = 0 then 'pending' else 'succeeded' end::webhook_delivery_state,
        case when n % 2 = 0 then now() end, case when n % 2 = 1 then now() end
      from generate_series(1, ${MANY}::integer) n`;
    await sql`
      insert into payment
      select (json_populate_record(p, json_build_object('id', gen_random_uuid(),
        'identifier', 'p' || n, 'payment_hash', sha256(int8send(n))::text))).*
      from payment p, generate_series(1::bigint, ${MANY}) n where p.id = ${ended.order.id}`;
    await sql`
      insert into receipt
      select (json_populate_record(r, json_build_object('id', gen_random_uuid(),
        'identifier', 'r' || n, 'payment_hash', sha256(int8send(n))::text, 'settle_index', n, 'preimage', null,
        'user_id', case when n > 30 then ${user}::text end,
        'unclaimed_reason', case when n <= 30 then 'test' end,
        'raw_event', case when n <= 30 then '{}' end))).*
      from receipt r, generate_series(1::bigint, ${MANY}) n
      where r.id = ${unclaimed.receipt.id}`;
    await sql`
      insert into deposit (id, identifier, txid, output_index, address, user_id, amount_msat, raw,
        state, seen_at, ended_at, claim_id, claimed_by, claimed_at)
      select gen_random_uuid(), 'd' || n, sha256(int8send(n)), 0, 'x', ${user}, 1000, '',
        case when n % 2 = 0 then 'unclaimed' else 'credited' end::deposit_state, now(), now(),
        case when n % 2 = 0 and n > 60 then gen_random_uuid() end,
        case when n % 2 = 0 and n > 60 then ${user}::uuid end,
        case when n % 2 = 0 and n > 60 then now() end
      from generate_series(1::bigint, ${MANY}) n`;
  });
  await superuser`analyze`;
}

const page = { after: null, limit: LIMIT };
const people = { ...page, search: '', depth: 50 };

const LISTS: readonly (readonly [name: string, read: (database: Database) => Promise<unknown>])[] =
  [
    ['users', (db) => createUserListStore(db).listPeople(people)],
    ['users further on', (db) => createUserListStore(db).listPeople({ ...people, after: user })],
    [
      'a search for users',
      (db) => createUserListStore(db).listPeople({ ...people, search: 'many7' }),
    ],
    ['found users', (db) => createUserListStore(db).findPeople('many7@example.com', [user])],
    ['who asked for a password', (db) => createCredentialStore(db).listResetAsked(LIMIT)],
    ['open invitations', (db) => createLinkStore(db).listInvitations(new Date(), LIMIT)],
    ['past invitations', (db) => createLinkStore(db).listPastInvitations(new Date(), LIMIT)],
    ['one user', (db) => createUserAccessStore(db).readPersonAccess(user, new Date(), LIMIT)],
    ...(['all', 'unknown', 'stranded'] as const).map(
      (only) =>
        [
          `${only} open payments`,
          (db: Database) => createOpenPaymentsStore(db).listOpen({ ...page, only, search: '' }),
        ] as const,
    ),
    ['counts of open payments', (db) => createOpenPaymentsStore(db).countOpen()],
    ...[true, false].flatMap((isOpen) =>
      ([null, 'job_parked', 'node_changed', 'books_do_not_balance'] as const).map(
        (kind) =>
          [
            `alarms, ${isOpen ? 'open' : 'acknowledged'}, ${kind}`,
            (db: Database) => createAlarmListStore(db).listAlarmPage({ ...page, isOpen, kind }),
          ] as const,
      ),
    ),
    ...(['job_retry', 'books_check', 'node_release', null] as const).flatMap((kind) =>
      ([null, 'command', 'many1'] as const).map(
        (who) =>
          [
            `the log, ${kind} by ${who}`,
            (db: Database) => createOperatorActionStore(db).list({ ...page, kind, who }),
          ] as const,
      ),
    ),
    ['admins', (db) => createOperatorActionStore(db).listAdmins(LIMIT)],
    ['ordered checks', (db) => createOperatorActionStore(db).listOpen('books_check', LIMIT)],
    ['unclaimed money', (db) => createUnclaimedStore(db).listUnclaimedAfter(null, LIMIT)],
    ['parked jobs', (db) => createJobListStore(db).listJobs({ ...page, isParked: true })],
    ['waiting jobs', (db) => createJobListStore(db).listJobs({ ...page, isParked: false })],
    ['failing receivers', (db) => createBacklogStore(db).listFailing(LIMIT)],
    ['the backlog', (db) => createBacklogStore(db).readBacklog(LIMIT)],
    ['outgrown settings', (db) => createTableSizeStore(db).listOutgrownSettings()],
    ['sizes of tables', (db) => createTableSizeStore(db).listTableSizes(LIMIT)],
  ];

describe('what is read for', () => {
  for (const [name, read] of LISTS) {
    test(name, async () => {
      const { entries, wholeTables } = await readingCost(opened, read);
      assert.deepEqual(wholeTables, []);
      for (const [table, count] of entries) {
        assert(count <= ENOUGH, `${count} rows of ${table}`);
      }
    });
  }

  test('the number of parked jobs: those, and none that waits', async () => {
    const sql = `select count(*) from (
      select from job where parked_at is not null limit 10000) stands`;
    const { entries } = await readingCost(opened, (db) => db.query((tag) => tag.unsafe(sql, [])));
    assert((entries.get('job') ?? 0) <= 30, `${entries.get('job')} rows`);
    const queue = await createJobStore(database).readQueue();
    assert.deepEqual([queue.waiting, queue.parked], [MANY, 30]);
  });
});

describe('budgets of a payment', () => {
  test('are read by their keys, among any number of others', async () => {
    await superuser`
      insert into budget (user_id, grant_id, limit_msat, interval, window_start, used_msat)
      values (${user}, '*', 1000000000, 'day', now(), 0)`;
    await superuser`update wallet set has_budgets = true where user_id = ${user}`;
    const { entries } = await readingCost(asSuperuser(), (db) =>
      db.query((sql) => sql`select read_budgets(array[${user}::uuid], array['x'])`),
    );
    assert((entries.get('budget') ?? 0) <= 4, `${entries.get('budget')} budgets`);
    const reserving = await readingCost(opened, (db) =>
      createPostgresWorld(db, false).store.reserve([reserveEvent(user)]),
    );
    assert((reserving.entries.get('budget') ?? 0) <= 8, `${reserving.entries.get('budget')}`);
  });
});

/** For functions that only others may call. */
function asSuperuser() {
  const statements: string[] = [];
  const own = openDatabase({
    url: opened.superuserUrl,
    applicationName: 'satchel test',
    clock: systemClock,
    random: systemRandom,
    onStatement: (text) => statements.push(text),
  });
  closing.push(() => own.close());
  return { ...opened, database: own, statements };
}
