import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';

/** A part of the database's time, per call. */
export interface Part {
  readonly name: string;
  readonly timesPerCall: number;
  readonly msPerCall: number;
}

export interface DatabaseSplit {
  /** The time of each function, without the functions that it calls. */
  readonly functions: readonly Part[];
  /**
   * The time of each statement, with everything that runs within it. Statements inside functions
   * are included.
   */
  readonly statements: readonly Part[];
  readonly flushesPerCall: number;
  readonly walBytesPerCall: number;
}

/** The longest time after which backends report what they have counted. */
const TOLD_AFTER_MS = 11_000;
const SHOWN = 20;

/** Measures what the database does for the calls that `run` makes. */
export async function splitDatabase(
  sql: postgres.Sql,
  calls: number,
  run: () => Promise<void>,
): Promise<DatabaseSplit> {
  await wait(TOLD_AFTER_MS);
  await sql`select pg_stat_reset(), pg_stat_statements_reset()`;
  const before = await readWal(sql);
  await run();
  await wait(TOLD_AFTER_MS);
  const after = await readWal(sql);
  const functions = await sql<Row[]>`
    select funcname as name, calls::float8 as times, self_time as ms from pg_stat_user_functions
    order by self_time desc limit ${SHOWN}`;
  const statements = await sql<Row[]>`
    select regexp_replace(query, '\\s+', ' ', 'g') as name, calls::float8 as times,
      total_exec_time as ms
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${SHOWN}`;
  const perCall = ({ name, times, ms }: Row): Part => ({
    name,
    timesPerCall: times / calls,
    msPerCall: ms / calls,
  });
  return {
    functions: functions.map(perCall),
    statements: statements.map(perCall),
    flushesPerCall: (after.flushes - before.flushes) / calls,
    walBytesPerCall: (after.bytes - before.bytes) / calls,
  };
}

interface Row {
  readonly name: string;
  readonly times: number;
  readonly ms: number;
}

/** Reads how often and how much the server has written to its log. */
async function readWal(sql: postgres.Sql): Promise<{ flushes: number; bytes: number }> {
  const [server] = await sql<{ countsInIo: boolean }[]>`
    select current_setting('server_version_num')::integer >= 180000 as "countsInIo"`;
  // Version 18 has moved the count of flushes from one view to the other.
  const flushes =
    server?.countsInIo === true
      ? sql`(select sum(fsyncs)::float8 from pg_stat_io where object = 'wal')`
      : sql`wal_sync::float8`;
  const [row] = await sql<{ flushes: number; bytes: number }[]>`
    select ${flushes} as flushes, wal_bytes::float8 as bytes from pg_stat_wal`;
  return row ?? { flushes: 0, bytes: 0 };
}
