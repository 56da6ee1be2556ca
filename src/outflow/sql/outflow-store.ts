import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { msat, type Sat, sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { NO_OUTFLOW_LIMITS, type OutflowLimits, type OutflowMode } from '../outflow-limits.ts';
import type { BusiestTimes, OutflowStore, OutflowView } from '../outflow-store.ts';
import { listHours } from './list-hours.ts';
import { listSenders } from './list-senders.ts';

export const createOutflowStore = (database: Database): OutflowStore => ({
  ...bindQueries(database, {
    read,
    prune,
    findBusiest,
    listHours,
    listSenders,
    setBySettings,
    pass,
  }),
  choose: (limits, action) =>
    logged(
      database,
      action,
      (sql) => write(sql, 'chosen', limits, null),
      () => true,
    ),
  release: (beyondSat, action) => release(database, beyondSat, action),
});

type Source = 'settings' | 'chosen';

const setBySettings = (sql: Sql, limits: OutflowLimits, mode: OutflowMode | null) =>
  write(sql, 'settings', limits, mode);

async function write(
  sql: Sql,
  source: Source,
  limits: OutflowLimits,
  mode: OutflowMode | null,
): Promise<void> {
  await sql`
    select set_outflow_limits(
      ${source}, ${toMsat(limits.hourSat)}, ${toMsat(limits.daySat)}, ${toMsat(limits.netDaySat)},
      ${toMsat(limits.singleSat)}, ${limits.countHour}, ${mode})`;
}

const toMsat = (amount: Sat | null) => (amount === null ? null : satToMsat(amount));

interface LimitRow {
  readonly source: Source;
  readonly hour_msat: bigint | null;
  readonly day_msat: bigint | null;
  readonly net_day_msat: bigint | null;
  readonly single_msat: bigint | null;
  readonly count_hour: number | null;
  readonly mode: OutflowMode | null;
}

interface GateRow {
  readonly sent_hour: bigint;
  readonly sent_day: bigint;
  readonly extra_day: bigint;
  readonly received_day: bigint;
  readonly count_hour: number;
  readonly detail: string | null;
  readonly since: Date | null;
  readonly extra_msat: bigint | null;
  readonly extra_until: Date | null;
  readonly passed_at: Date | null;
  readonly passed: string | null;
}

async function read(sql: Sql): Promise<OutflowView> {
  const limits = await sql<LimitRow[]>`
    select source, hour_msat, day_msat, net_day_msat, single_msat, count_hour, mode
    from outflow_limit`;
  const [gate] = await sql<GateRow[]>`
    select gate.passed_at, gate.passed, stop.detail, stop.since, gate.extra_msat,
      case when gate.extra_until > outflow_now() then gate.extra_until end as extra_until, sums.*
    from (values (true)) one (is_only)
    left join outflow_gate gate using (is_only)
    left join outside_stop stop on stop.reason = 'outflow'
    cross join lateral (
      select
        coalesce(sum(s.sent_msat) filter (where is_new), 0)::bigint as sent_hour,
        coalesce(sum(s.sent_msat), 0)::bigint as sent_day,
        coalesce(sum(s.extra_msat), 0)::bigint as extra_day,
        coalesce(sum(s.received_msat), 0)::bigint as received_day,
        coalesce(sum(s.sent_count) filter (where is_new), 0)::integer as count_hour
      from (
        select outflow_slice.*, slice >= present - interval '1 hour' as is_new
        from outflow_slice, greatest(gate.newest_slice, outflow_slice_of(outflow_now())) present
        where slice >= present - interval '1 day'
      ) s
    ) sums`;
  assert(gate !== undefined, 'there is one row, with or without limits');
  const of = (source: Source) => limits.find((one) => one.source === source);
  const { detail, since, extra_until: until, passed, passed_at: passedAt } = gate;
  return {
    settings: limitsOf(of('settings')),
    chosen: limitsOf(of('chosen')),
    mode: of('settings')?.mode ?? 'enforce',
    sentHourMsat: msat(gate.sent_hour),
    sentDayMsat: msat(gate.sent_day),
    receivedDayMsat: msat(gate.received_day),
    countHour: gate.count_hour,
    extraDayMsat: msat(gate.extra_day),
    latch: detail === null || since === null ? null : { detail, since },
    extra: until === null || !gate.extra_msat ? null : { leftMsat: msat(gate.extra_msat), until },
    passed: passed === null || passedAt === null ? null : { limit: passed, at: passedAt },
  };
}

const limitsOf = (row: LimitRow | undefined): OutflowLimits =>
  row === undefined
    ? NO_OUTFLOW_LIMITS
    : {
        hourSat: toSat(row.hour_msat),
        daySat: toSat(row.day_msat),
        netDaySat: toSat(row.net_day_msat),
        singleSat: toSat(row.single_msat),
        countHour: row.count_hour,
      };

const toSat = (amount: bigint | null): Sat | null => (amount === null ? null : sat(amount / 1000n));

const release = (database: Database, beyondSat: Sat, action: NewAction): Promise<boolean> =>
  logged(
    database,
    action,
    async (sql) => {
      const [row] = await sql<{ was_stopped: boolean }[]>`
        select release_outflow(${satToMsat(beyondSat)}) as was_stopped`;
      return row?.was_stopped === true;
    },
    (wasStopped) => wasStopped || beyondSat > 0n,
  );

async function pass(sql: Sql, costSat: Sat): Promise<boolean> {
  const [row] = await sql<{ passes: boolean }[]>`
    select take_order_from_outflow(${satToMsat(costSat)}) as passes`;
  return row?.passes === true;
}

async function prune(sql: Sql): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`select forget_outflow() as removed`;
  return row?.removed ?? 0;
}

/** What failed costs nothing, and what is on its way costs what is held for it. */
async function findBusiest(sql: Sql): Promise<BusiestTimes> {
  const [row] = await sql<{ hour: bigint; day: bigint }[]>`
    with gone (at, cost_msat) as (
      select created_at,
          case when fee_msat is null then held_msat else amount_msat + fee_msat end
        from payment
        where id >= first_id_since(now() - interval '30 days') and path = 'node'
          and failure_reason is null
      union all
      select signed_at, amount_msat + fee_msat from withdrawal
        where signed_at > now() - interval '30 days' and state in ('signed', 'broadcast', 'settled')
    ), hours (at, cost_msat) as (
      select date_trunc('hour', at, 'UTC'), sum(cost_msat) from gone group by 1
    ), days (cost_msat) as (
      select sum(cost_msat) from hours group by date_trunc('day', at, 'UTC')
    )
    select coalesce((select max(cost_msat) from hours), 0)::bigint as hour,
      coalesce((select max(cost_msat) from days), 0)::bigint as day`;
  assert(row !== undefined, 'sums have a row');
  return { hourMsat: msat(row.hour), dayMsat: msat(row.day) };
}
