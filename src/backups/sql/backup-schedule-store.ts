import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAKE_BACKUP_JOB } from '../backup-run-store.ts';
import {
  type BackupProgress,
  type BackupScheduleStore,
  type ChosenSchedule,
  type FixedSchedule,
  scheduleInForce,
} from '../backup-schedule.ts';

export function createBackupScheduleStore(
  database: Database,
  fixed: FixedSchedule,
): BackupScheduleStore {
  const queries = bindQueries(database, { readChosen, readProgress });
  // Makes the job follow the schedule that was chosen on the page. If the settings fix the
  // interval, the job takes it from them, so there is nothing to do here.
  const apply = async (sql: Sql): Promise<void> => {
    if (fixed.everySec === null) await followChosen(sql);
  };
  return {
    readSchedule: async () => scheduleInForce(fixed, await queries.readChosen()),
    saveSchedule: (chosen, action) =>
      logged(
        database,
        action,
        async (sql) => {
          await writeChosen(sql, chosen);
          await apply(sql);
        },
        () => true,
      ),
    applySchedule: () => database.transaction(apply),
    requestBackup: (action) => logged(database, action, enqueueBackup, () => true),
    readProgress: queries.readProgress,
  };
}

interface ScheduleRow {
  readonly every_sec: number | null;
  readonly at_sec: number;
  readonly keep: number;
}

async function readChosen(sql: Sql): Promise<ChosenSchedule | null> {
  const [row] = await sql<ScheduleRow[]>`select every_sec, at_sec, keep from backup_schedule`;
  return row === undefined ? null : { everySec: row.every_sec, atSec: row.at_sec, keep: row.keep };
}

async function writeChosen(sql: Sql, { everySec, atSec, keep }: ChosenSchedule): Promise<void> {
  await sql`
    insert into backup_schedule (every_sec, at_sec, keep) values (${everySec}, ${atSec}, ${keep})
    on conflict (only_one) do update
      set every_sec = excluded.every_sec, at_sec = excluded.at_sec, keep = excluded.keep`;
}

/**
 * Makes the job of backups follow the chosen schedule. A changed schedule starts in the slot of
 * time that is already running, so it makes a backup at once.
 */
async function followChosen(sql: Sql): Promise<void> {
  await sql`
    delete from job_schedule where kind = ${MAKE_BACKUP_JOB}
      and not exists (select from backup_schedule where every_sec is not null)`;
  await sql`
    insert into job_schedule as s (kind, every_sec, offset_sec)
    select ${MAKE_BACKUP_JOB}, every_sec, at_sec from backup_schedule where every_sec is not null
    on conflict (kind) do update
      set every_sec = excluded.every_sec, offset_sec = excluded.offset_sec, last_slot = 0
    where (s.every_sec, s.offset_sec) <> (excluded.every_sec, excluded.offset_sec)`;
}

/**
 * Orders a backup under the same job key as scheduled backups, so that two backups never wait or
 * run at the same time.
 */
async function enqueueBackup(sql: Sql): Promise<void> {
  await sql`select enqueue_job(${MAKE_BACKUP_JOB}, '{}', 'slot')`;
}

async function readProgress(sql: Sql): Promise<BackupProgress | null> {
  const [job] = await sql<{ is_running: boolean }[]>`
    select coalesce(lease_until > clock_timestamp(), false) as is_running
    from job where kind = ${MAKE_BACKUP_JOB} and parked_at is null
    order by is_running desc limit 1`;
  if (job === undefined) return null;
  return job.is_running ? 'running' : 'waiting';
}
