import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mayWrite } from '../../src/database/may-write.ts';
import { testDatabase } from '../support/database.ts';

const { database } = await testDatabase({ after });

/** Volatile to the server, as each of their statements looks at the rows of its own time. */
const READERS = [
  'count_open_payments',
  'current_timeline',
  'database_place',
  'decide_internal_payments',
  'is_database_known',
  'may_leave',
  'outflow_limits',
  'outflow_now',
  'read_budgets',
  'read_credit_facts',
  'read_newest_spending',
  'read_past_spending',
  'read_payment_facts',
  'sum_batches',
];

test('every function of ours that may write is known by its name', async () => {
  const functions = await database.sql<{ name: string }[]>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prokind = 'f'
      and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by 1`;
  assert(functions.length > 40);
  const names = functions.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !mayWrite(`select * from ${name}($1)`)),
    READERS,
  );
});

test('a read is told from a write by its text', () => {
  for (const text of [
    'select 1',
    '\n  select id, updated_at from payment where created_at < $1',
    'with newest as (select max(id) from payment) select count(*) from newest',
    'select coalesce(deleted_at, now()) from webhook_endpoint',
    'show server_version',
  ]) {
    assert.equal(mayWrite(text), false, text);
  }
  for (const text of [
    'insert into alarm values ($1)',
    'with gone as (delete from job returning id) select id from gone',
    'select id from job for update skip locked',
    'select from wallet_user for no key update',
    'select from wallet_user for share',
    "select pg_logical_emit_message(true, 'a', 'b')",
    "select set_config('a', 'b', true)",
    'update job set kind = $1',
    'do $$ begin perform 1; end $$',
    'vacuum',
  ]) {
    assert.equal(mayWrite(text), true, text);
  }
});
