import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createGaugeStore } from '../../src/admin/gauges/sql/gauge-store.ts';
import { sat } from '../../src/base/amount.ts';
import { BY_INDEX } from '../../src/database/pool.ts';
import type { Sql } from '../../src/database/sql.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { firstKind, openClosingBench } from '../support/closing-bench.ts';
import { addUser, NOW, reserveEvent } from '../support/money-model/events.ts';

/** Every reader of what is set aside, with a second way to pay beside payments over the node. */

const bench = await openClosingBench({ after });
const { database, superuser, world } = bench;
const grantId = 'grant';

const heldAtEnd = async (userId: string): Promise<bigint | undefined> => {
  const [row] = await superuser.sql<{ msat: bigint }[]>`
    select held_at_end(s) as msat from jsonb_populate_record(null::statement_open,
      jsonb_build_object('user_id', ${userId}::text, 'last_seq', 0,
        'ends_at', ${NOW}::timestamptz + interval '1 day')) s`;
  return row?.msat;
};

describe('what is set aside', () => {
  let payer: string;
  let other: string;

  before(async () => {
    // As a migration would add it: by a union of columns of the same types.
    await superuser.sql.unsafe(`
      create table other_hold as select * from open_hold with no data;
      create index on other_hold (user_id);
      grant select on other_hold to public;
      do $$ begin
        execute 'create or replace view open_hold with (security_invoker) as '
          || rtrim(pg_get_viewdef('open_hold'::regclass), ';')
          || ' union all select * from other_hold';
      end $$`);
    payer = await addUser(world, 1000);
    other = await addUser(world);
    // 110 sat, which no one has begun to send.
    await world.store.reserve([reserveEvent(payer)]);
    await superuser.sql`
      insert into other_hold (user_id, grant_id, held_msat, created_at, counted_at, is_in_flight)
      values (${other}, ${grantId}, 50000, ${NOW}, ${NOW}, true),
        (${other}, ${grantId}, 7000, ${NOW}, ${NOW}, false)`;
  });

  test('is owed, in flight or not: to solvency, gauges and the proof alike', async () => {
    const { heldNotInFlightMsat } = await createSolvencyStore(database).readObligations();
    assert.equal(heldNotInFlightMsat, 117_000n);
    const { heldMsat, inFlightMsat, openPayments } = await createGaugeStore(database).readGauges();
    assert.deepEqual([heldMsat, inFlightMsat, openPayments], [117_000n, 50_000n, 3]);
    const { books } = await createCheckpointStore(database).readSnapshot();
    assert.deepEqual([books.heldMsat, books.inFlightMsat], [167_000n, 50_000n]);
  });

  test('counts in budgets, months, and the bound of what a user has open', async () => {
    const budget = {
      limitSat: sat(1000n),
      askAboveSat: null,
      interval: 'day',
      expiresAt: null,
    } as const;
    await world.budgets.setBudget({ userId: other, grantId }, budget, NOW);
    const budgets = await world.budgets.readBudgets(other, [grantId], NOW);
    assert.equal(budgets.get(grantId)?.usedSat, 57n);
    assert.deepEqual([await heldAtEnd(payer), await heldAtEnd(other)], [110_000n, 57_000n]);
    const third = reserveEvent(other, { openPaymentsMax: 2 });
    assert.equal(await firstKind(world.store.reserve([third])), 'refused');
    const second = reserveEvent(payer, { openPaymentsMax: 2 });
    assert.equal(await firstKind(world.store.reserve([second])), 'reserved');
  });

  test('keeps its user from leaving', async () => {
    assert.equal(await bench.close(other), 'open_payments');
  });

  test('is what the books hold for its user, and what their budget has used', async () => {
    assert.deepEqual(await world.findings(), [
      {
        rule: 'held money belongs to open payments',
        subject: other,
        detail: '0 msat held, open payments need 57000',
      },
    ]);
    await superuser.sql`update other_hold set held_msat = 8000 where held_msat = 7000`;
    const findings = (await world.findings()).map((finding) => JSON.stringify(finding));
    assert.equal(findings.length, 2);
    assert.match(findings.join(), /a budget has used what the payments of its window cost/);
  });
});

test('is read without the payments that have ended', async () => {
  const user = await addUser(world, 1000);
  await superuser.sql`
    insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
      amount_msat, held_msat, destination, bolt11, records, created_at, ended_at, failure_reason,
      failure_message, node_pubkey)
    select gen_random_uuid(), 'f' || n, ${user}, ${grantId}, 'bolt11', 'node', 'failed',
      sha256(int8send(n)), 1000, 1000, 'payee', 'ln', '{}', ${NOW}, ${NOW}, 'no_route', 'No.', 'n'
    from generate_series(1, 300) n`;
  await world.store.reserve([reserveEvent(user)]);
  await superuser.transaction(async (sql) => {
    for (const [name, value] of Object.entries(BY_INDEX)) {
      await sql`select set_config(${name}, ${value}, true)`;
    }
    const entriesRead = async (work: () => Promise<unknown>): Promise<number> => {
      const before_ = await entriesSoFar(sql);
      await work();
      return (await entriesSoFar(sql)) - before_;
    };
    const counted = await entriesRead(
      async () => await sql`select count_open_payments(array[${user}::uuid])`,
    );
    const spent = await entriesRead(
      async () => await sql`select read_newest_spending(${user}, ${grantId}, ${NOW}, 0)`,
    );
    const summed = await entriesRead(async () => await sql`select sum(held_msat) from open_hold`);
    // Each open payment is an entry of the index.
    assert.deepEqual([counted, spent, summed], [1, 1, 3]);
  });
});

async function entriesSoFar(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (pg_stat_get_xact_tuples_returned('payment'::regclass)
      + sum(pg_stat_get_xact_tuples_returned(indexrelid)))::integer as count
    from pg_index where indrelid = 'payment'::regclass`;
  return row?.count ?? 0;
}
