import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { assert } from '../../base/assert.ts';
import { MAX_COUNTED } from '../../base/limits.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type {
  Job,
  JobListStore,
  JobQuery,
  JobQueue,
  JobStore,
  ListedJob,
  NewJob,
  ParkedJob,
  TakenJob,
} from '../job-store.ts';

export const createJobStore = (database: Database): JobStore => ({
  ...bindQueries(database, {
    enqueueJob,
    setSchedules,
    takeJobs,
    renewJobs,
    finishJob,
    retryJob,
    releaseJob,
    parkJob,
    listParked,
    readQueue,
  }),
  retryParked: (id, action) =>
    logged(
      database,
      action,
      (sql) => retryParked(sql, id),
      (isRetried) => isRetried,
    ),
});

export const createJobListStore = (database: Database): JobListStore =>
  bindQueries(database, { listJobs });

async function enqueueJob(sql: Sql, { kind, payload, dedupeKey, runAt }: NewJob): Promise<void> {
  await sql`
    select enqueue_job(${kind}, ${JSON.stringify(payload)}, ${dedupeKey}, ${runAt})`;
}

async function setSchedules(sql: Sql, everySecByKind: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into job_schedule as s (kind, every_sec)
    select * from unnest(
      ${sql.array([...everySecByKind.keys()], ARRAY_OF.text)}::text[],
      ${sql.array([...everySecByKind.values()], ARRAY_OF.integer)}::integer[])
    on conflict (kind) do update
      set every_sec = excluded.every_sec, offset_sec = 0, last_slot = 0
    where s.every_sec <> excluded.every_sec or s.offset_sec <> 0`;
}

interface JobRow {
  readonly id: bigint;
  readonly kind: string;
  readonly payload: string;
  readonly attempts: number;
  readonly max_attempts: number;
}

async function takeJobs(
  sql: Sql,
  kinds: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<readonly Job[]> {
  const rows = await sql<JobRow[]>`
    select id, kind, payload, attempts, max_attempts
    from take_jobs(${sql.array([...kinds], ARRAY_OF.text)}, ${limit}, ${leaseMs})
    order by run_at, id`;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
  }));
}

async function renewJobs(
  sql: Sql,
  jobs: readonly TakenJob[],
  leaseMs: number,
): Promise<readonly TakenJob[]> {
  const rows = await sql<{ id: bigint; attempts: number }[]>`
    update job j set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from unnest(
      ${sql.array(
        jobs.map(({ id }) => id),
        ARRAY_OF.bigint,
      )}::bigint[],
      ${sql.array(
        jobs.map(({ attempt }) => attempt),
        ARRAY_OF.integer,
      )}::integer[]
    ) as held (id, attempt)
    where j.id = held.id and j.attempts = held.attempt and j.lease_until is not null
    returning j.id, j.attempts`;
  return rows.map(({ id, attempts }) => ({ id, attempt: attempts }));
}

async function finishJob(sql: Sql, { id, attempt }: TakenJob): Promise<void> {
  await sql`
    with done as (
      delete from job where id = ${id} and attempts = ${attempt} and lease_until is not null
      returning kind, dedupe_key
    )
    delete from job old using done
    where old.kind = done.kind and old.dedupe_key = done.dedupe_key and old.parked_at is not null`;
}

async function retryJob(sql: Sql, job: TakenJob, pauseMs: number, error: string): Promise<void> {
  const { id, attempt } = job;
  await sql`select put_back_job(${id}, ${attempt}, ${attempt}, ${Math.ceil(pauseMs)}, ${error})`;
}

async function releaseJob(sql: Sql, { id, attempt }: TakenJob): Promise<void> {
  await sql`select put_back_job(${id}, ${attempt}, ${attempt - 1}, 0, null)`;
}

async function parkJob(sql: Sql, { id, attempt }: TakenJob, error: string | null): Promise<void> {
  await sql`select park_job(${id}, ${attempt}, ${error})`;
}

interface ParkedRow {
  readonly id: bigint;
  readonly kind: string;
  readonly payload: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly parked_at: Date;
}

async function listParked(sql: Sql, limit: number): Promise<readonly ParkedJob[]> {
  const rows = await sql<ParkedRow[]>`
    select id, kind, payload, attempts, last_error, parked_at from job
    where parked_at is not null
    order by parked_at, id
    limit ${limit}`;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    attempts: row.attempts,
    lastError: row.last_error,
    parkedAt: row.parked_at,
  }));
}

async function retryParked(sql: Sql, id: bigint): Promise<boolean> {
  const rows = await sql`
    with parked as (
      select id, attempts, last_error from job where id = ${id} and parked_at is not null for update
    )
    select put_back_job(id, attempts, 0, 0, last_error) from parked`;
  return rows.length === 1;
}

interface ListedRow extends Omit<JobRow, 'payload'> {
  readonly run_at: Date;
  readonly is_running: boolean;
  readonly last_error: string | null;
  readonly parked_at: Date | null;
}

async function listJobs(
  sql: Sql,
  { isParked, after, limit }: JobQuery,
): Promise<readonly ListedJob[]> {
  const rows = await sql<ListedRow[]>`
    select id, kind, attempts, max_attempts, run_at, last_error, parked_at,
      coalesce(lease_until > clock_timestamp(), false) as is_running
    from job
    where id > ${after ?? 0n}
      and ${isParked ? sql`parked_at is not null` : sql`parked_at is null`}
    order by id
    limit ${limit}`;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    runAt: row.run_at,
    isRunning: row.is_running,
    lastError: row.last_error,
    parkedAt: row.parked_at,
  }));
}

async function readQueue(sql: Sql): Promise<JobQueue> {
  const [row] = await sql<{ waiting: bigint; parked: bigint; oldest_due_sec: number }[]>`
    select
      (select count(*) from (
        select from job where parked_at is null limit ${MAX_COUNTED}) waits) as waiting,
      (select count(*) from (
        select from job where parked_at is not null limit ${MAX_COUNTED}) stands) as parked,
      greatest(0, extract(epoch from clock_timestamp() - (
        select min(run_at) from job where parked_at is null)))::float8 as oldest_due_sec`;
  assert(row !== undefined, 'an aggregate has one row');
  return {
    waiting: Number(row.waiting),
    parked: Number(row.parked),
    oldestDueSec: row.oldest_due_sec,
  };
}
