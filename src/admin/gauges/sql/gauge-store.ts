import { msat } from '../../../base/amount.ts';
import { assert } from '../../../base/assert.ts';
import { bindQueries } from '../../../database/bind-queries.ts';
import type { Database } from '../../../database/db.ts';
import { isStandbyAway } from '../../../database/sql/database-safety.ts';
import { listOutgrownSettings } from '../../../database/sql/outgrown-settings.ts';
import type { Sql } from '../../../database/sql.ts';
import { GAUGE_EVERY_SEC } from '../gauge-limits.ts';
import type {
  GaugeSample,
  GaugeStore,
  Gauges,
  InstallationFacts,
  NewSample,
  NodeGauges,
  WorstSamples,
} from '../gauge-store.ts';

export const createGaugeStore = (database: Database): GaugeStore =>
  bindQueries(database, {
    readGauges,
    addSample,
    findNewest,
    findNewestOfNode,
    listWorst,
    pruneSamples,
    readInstallation,
  });

interface GaugesRow {
  readonly owed_msat: bigint;
  readonly held_msat: bigint;
  readonly unclaimed_msat: bigint;
  readonly in_flight_msat: bigint;
  readonly open_payments: number;
  readonly users: number;
  readonly deliveries_waiting: number;
}

/**
 * Reads the present figures from the database. The sums of money are defined as in
 * solvency-store.ts.
 */
async function readGauges(sql: Sql): Promise<Gauges> {
  const [row] = await sql<GaugesRow[]>`
    with open as (
      select count(*)::integer as payments,
        coalesce(sum(held_msat), 0)::bigint as held_msat,
        coalesce(sum(held_msat) filter (where not is_in_flight), 0)::bigint as at_home_msat
      from open_hold
    ), sums as (
      select
        (select coalesce(sum(wallet_msat), 0)::bigint from wallet) as wallets_msat,
        (select coalesce(sum(amount_msat), 0)::bigint from posting
          where account = 'unclaimed') as unclaimed_msat
    )
    select wallets_msat + at_home_msat + unclaimed_msat as owed_msat,
      at_home_msat as held_msat,
      unclaimed_msat,
      held_msat - at_home_msat as in_flight_msat,
      payments as open_payments,
      (select count(*)::integer from wallet_user) as users,
      (select count(*)::integer from webhook_delivery where state = 'pending')
        as deliveries_waiting
    from open cross join sums`;
  assert(row !== undefined, 'aggregates have one row');
  return parseGauges(row);
}

const parseGauges = (row: GaugesRow): Gauges => ({
  owedMsat: msat(row.owed_msat),
  heldMsat: msat(row.held_msat),
  unclaimedMsat: msat(row.unclaimed_msat),
  inFlightMsat: msat(row.in_flight_msat),
  openPayments: row.open_payments,
  users: row.users,
  deliveriesWaiting: row.deliveries_waiting,
});

async function addSample(sql: Sql, { node, ...gauges }: NewSample): Promise<void> {
  await sql`
    insert into gauge_sample (slot, taken_at, owed_msat, held_msat, unclaimed_msat, in_flight_msat,
      owned_msat, local_msat, remote_msat, open_payments, users, deliveries_waiting)
    select floor(extract(epoch from now) / ${GAUGE_EVERY_SEC}::integer)::bigint, now,
      ${gauges.owedMsat}::bigint, ${gauges.heldMsat}::bigint, ${gauges.unclaimedMsat}::bigint,
      ${gauges.inFlightMsat}::bigint, ${node?.ownedMsat ?? null}::bigint,
      ${node?.localMsat ?? null}::bigint, ${node?.remoteMsat ?? null}::bigint,
      ${gauges.openPayments}::integer, ${gauges.users}::integer,
      ${gauges.deliveriesWaiting}::integer
    from clock_timestamp() now
    on conflict (slot) do nothing`;
}

interface SampleRow extends GaugesRow {
  readonly taken_at: Date;
  readonly owned_msat: bigint | null;
  readonly local_msat: bigint | null;
  readonly remote_msat: bigint | null;
}

const parseSample = (row: SampleRow): GaugeSample => ({
  ...parseGauges(row),
  takenAt: row.taken_at,
  node: parseNode(row),
});

function parseNode({ owned_msat, local_msat, remote_msat }: SampleRow): NodeGauges | null {
  if (owned_msat === null || local_msat === null || remote_msat === null) return null;
  return {
    ownedMsat: msat(owned_msat),
    localMsat: msat(local_msat),
    remoteMsat: msat(remote_msat),
  };
}

async function findNewest(sql: Sql): Promise<GaugeSample | null> {
  const [row] = await sql<SampleRow[]>`select * from gauge_sample order by taken_at desc limit 1`;
  return row === undefined ? null : parseSample(row);
}

async function findNewestOfNode(sql: Sql) {
  const [row] = await sql<SampleRow[]>`
    select * from gauge_sample where owned_msat is not null order by taken_at desc limit 1`;
  if (row === undefined) return null;
  const { node, ...sample } = parseSample(row);
  assert(node !== null, 'it was asked for one with the node');
  return { ...sample, node };
}

async function listWorst(sql: Sql, days: number, points: number): Promise<WorstSamples> {
  const rows = await sql<(SampleRow & { readonly every_sec: number })[]>`
    with kept as (
      select * from gauge_sample
      where taken_at > clock_timestamp() - ${days}::integer * interval '1 day'
    ), span as (
      select greatest(${GAUGE_EVERY_SEC}::integer,
        ceil(extract(epoch from max(taken_at) - min(taken_at)) / ${points}::integer)
        )::integer as every_sec,
        max(taken_at) as newest
      from kept
    )
    select * from (
      select distinct on (point) kept.*, every_sec
      from kept cross join span
      cross join lateral (
        select least(${points}::integer - 1,
          floor(extract(epoch from newest - taken_at) / every_sec))::integer as point
      ) as place
      order by point, owned_msat - owed_msat nulls last, taken_at desc
    ) worst
    order by taken_at`;
  return { everySec: rows[0]?.every_sec ?? GAUGE_EVERY_SEC, samples: rows.map(parseSample) };
}

async function pruneSamples(sql: Sql, days: number, limit: number): Promise<number> {
  const removed = await sql`
    delete from gauge_sample where slot in (
      select slot from gauge_sample
      where taken_at < clock_timestamp() - ${days}::integer * interval '1 day'
      order by taken_at limit ${limit})`;
  return removed.count;
}

interface InstallationRow {
  readonly database_version: string;
  readonly failing_endpoints: number;
  readonly users: number;
  readonly migration: number;
  readonly functions: number;
}

async function readInstallation(sql: Sql): Promise<InstallationFacts> {
  const [row] = await sql<InstallationRow[]>`
    select split_part(current_setting('server_version'), ' ', 1) as database_version,
      (select count(*)::integer from webhook_endpoint
        where state = 'active' and failing_since is not null) as failing_endpoints,
      (select count(*)::integer from wallet_user) as users,
      (select max(version)::integer from schema_migration) as migration,
      (select coalesce(max(revision), 0)::integer from schema_function) as functions`;
  assert(row !== undefined, 'a select without a table has one row');
  return {
    databaseVersion: row.database_version,
    isStandbyAway: await isStandbyAway(sql),
    hasOutgrownSettings: (await listOutgrownSettings(sql)).length > 0,
    failingEndpoints: row.failing_endpoints,
    users: row.users,
    schema: { migration: row.migration, functions: row.functions },
  };
}
