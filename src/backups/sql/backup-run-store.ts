import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import {
  type BackupProof,
  type BackupRun,
  type BackupRunStore,
  type BackupStatus,
  type FailedBackup,
  MAKE_BACKUP_JOB,
  type VerifiedBackup,
} from '../backup-run-store.ts';

export const createBackupRunStore = (database: Pick<Database, 'query'>): BackupRunStore =>
  bindQueries(database, {
    noteVerified,
    noteFailed,
    listRuns,
    readStatus,
    hasOldMoney,
    pruneRuns,
  });

async function noteVerified(sql: Sql, backup: VerifiedBackup): Promise<void> {
  await sql`
    insert into backup_run (taken_at, file, bytes, sha256, is_sealed, verified)
    values (${backup.takenAt}, ${backup.file}, ${BigInt(backup.bytes)}, ${backup.sha256},
      ${backup.isSealed}, ${backup.verified})`;
}

async function noteFailed(sql: Sql, { error }: FailedBackup): Promise<void> {
  await sql`insert into backup_run (error) values (${error})`;
}

interface VerifiedRow {
  readonly taken_at: Date;
  readonly file: string;
  readonly bytes: bigint;
  readonly sha256: string;
  readonly is_sealed: boolean;
  readonly verified: BackupProof;
}

type RunRow = { readonly ended_at: Date } & (
  | ({ readonly error: null } & VerifiedRow)
  | { readonly error: string }
);

async function listRuns(sql: Sql, limit: number): Promise<readonly BackupRun[]> {
  const rows = await sql<RunRow[]>`
    select ended_at, taken_at, file, bytes, sha256, is_sealed, verified, error
    from backup_run order by ended_at desc, id limit ${limit}`;
  return rows.map((row) =>
    row.error === null
      ? { endedAt: row.ended_at, kind: 'verified', backup: toBackup(row) }
      : { endedAt: row.ended_at, kind: 'failed', error: row.error },
  );
}

async function readStatus(sql: Sql): Promise<BackupStatus> {
  const [newest] = await sql<(VerifiedRow & { age_sec: bigint })[]>`
    select taken_at, file, bytes, sha256, is_sealed, verified,
      extract(epoch from clock_timestamp() - taken_at)::bigint as age_sec
    from backup_run where verified is not null order by taken_at desc limit 1`;
  const [first] = await sql<{ age_sec: bigint | null }[]>`
    select extract(epoch from clock_timestamp() - coalesce(
      (select min(ended_at) from backup_run),
      (select min(created_at) from job where kind = ${MAKE_BACKUP_JOB})))::bigint as age_sec`;
  const [last] = await listRuns(sql, 1);
  const ageSec = newest?.age_sec ?? first?.age_sec ?? null;
  return {
    newest: newest === undefined ? null : toBackup(newest),
    ageSec: ageSec === null ? null : Number(ageSec),
    failure: last?.kind === 'failed' ? { error: last.error, endedAt: last.endedAt } : null,
  };
}

async function hasOldMoney(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ is_old: boolean }[]>`
    select exists (
      select from transfer where created_at < clock_timestamp() - interval '1 day') as is_old`;
  return row?.is_old === true;
}

async function pruneRuns(sql: Sql, keep: number): Promise<void> {
  await sql`
    delete from backup_run where id not in (
        select id from backup_run order by ended_at desc, id limit ${keep})
      and id not in (
        select id from backup_run where verified is not null order by taken_at desc limit 1)`;
}

const toBackup = (row: VerifiedRow): VerifiedBackup => ({
  file: row.file,
  takenAt: row.taken_at,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  isSealed: row.is_sealed,
  verified: row.verified,
});
