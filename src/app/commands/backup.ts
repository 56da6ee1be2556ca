import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import {
  type BackupProof,
  type BackupRun,
  type BackupStatus,
  isOverdue,
  MAX_LISTED_BACKUPS,
  type VerifiedBackup,
} from '../../backups/backup-run-store.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import type { Clock } from '../../base/clock.ts';
import { backupEnding, restoreBackup, writeNotedBackup } from '../backup/backup.ts';
import { backupFolderOf, makeScheduledBackup } from '../backup/scheduled-backup.ts';
import { type Context, readAppContext, withContext } from './context.ts';
import { printAnswer, printProgress } from './print.ts';
import { AnsweredNoError, RefusedError } from './refused.ts';

export function addBackupCommands(program: Command): void {
  addScheduleCommands(addBackupCommand(program));
  addRestoreCommand(program);
}

function addBackupCommand(program: Command): Command {
  return program
    .command('backup <to>')
    .description('write a backup of the database; the service may keep running')
    .option('--without-secret-key', 'leave out the key that decrypts secrets in the database')
    .action(async (to: string, options: { withoutSecretKey?: true }, command: Command) => {
      const written = await withContext(async (context) => {
        const path = fileOf(to, context.clock, backupEnding(context.config.backup));
        const backup = await writeNotedBackup(context, path, options.withoutSecretKey !== true);
        return { ...backup, path, isSealed: context.config.backup.keyFile !== null };
      });
      const { path, rows, takenAt, hasSecretKey, sha256 } = written;
      const answer = { file: path, rows, tables: written.tables, taken_at: takenAt, sha256 };
      printAnswer(command, { ...answer, secret_key: hasSecretKey }, [
        `${path} contains ${rows} rows as of ${takenAt}`,
        ...contentWords(written),
      ]);
    });
}

/** Who can do what with the file. */
export function contentWords({ hasSecretKey, isSealed }: BackupContent): readonly string[] {
  const key = hasSecretKey
    ? 'It contains the secret key as well'
    : 'It does not contain the secret key: keep the key elsewhere, a restore needs it.';
  if (isSealed) {
    return [
      hasSecretKey ? `${key}.` : key,
      'It is encrypted: without the key of SATCHEL_BACKUP_KEY_FILE no one can read or restore it.',
    ];
  }
  return [hasSecretKey ? `${key}: anyone who has this file has everything.` : key];
}

interface BackupContent {
  readonly hasSecretKey: boolean;
  readonly isSealed: boolean;
}

function addRestoreCommand(program: Command): void {
  program
    .command('restore <file>')
    .description('restore a backup into an empty database; the service must not run')
    .action(async (file: string, _options: unknown, command: Command) => {
      if (!existsSync(file)) throw new RefusedError(`there is no file ${file}`);
      printProgress('restoring, this may take a while');
      const restored = await restoreBackup(await readAppContext(), file);
      const { rows, tables, manifest, books } = restored;
      const findings = books.findings.length;
      printAnswer(
        command,
        { rows, tables, taken_at: manifest.taken_at, books_ok: findings === 0 },
        [
          `restored ${rows} rows as of ${manifest.taken_at}; ` +
            (findings === 0 ? 'the books balance' : 'the books do not balance'),
          'No payment leaves over the node before its payments have been compared. Start the',
          'service, then run `satchel node`.',
        ],
      );
      if (findings > 0) throw new AnsweredNoError(`the books do not balance: ${findings} findings`);
    });
}

/** Like a name of a file they stand behind `backup`; a file of that name is written as `./list`. */
function addScheduleCommands(backup: Command): void {
  backup
    .command('list')
    .description('list the backups that the service made by itself, and how they were verified')
    .action(async (_options: unknown, command: Command) => {
      const { runs, status, schedule, folder } = await withContext(readBackups);
      const everySec = schedule.everySec;
      const answer = {
        every_seconds: everySec,
        keep: schedule.keep,
        folder,
        age_seconds: status.ageSec,
        overdue: everySec !== null && isOverdue(status, everySec),
        backups: runs.map(presentRun),
      };
      printAnswer(command, answer, [
        everySec === null
          ? 'the service makes no backups by itself: see SATCHEL_BACKUP_EVERY'
          : `one every ${everySec} s into ${folder}; ${describeAge(status)}` +
            (answer.overdue ? ', which is too old' : ''),
        ...runs.map(describeRun),
      ]);
    });
  backup
    .command('now')
    .description('make a backup as the schedule does: written, verified, listed')
    .action(async (_options: unknown, command: Command) => {
      const { path, backup: made } = await withContext(async (context) => {
        const made = await makeScheduledBackup(context);
        if (made === null) throw new RefusedError(OTHER_TURN);
        return { path: join(backupFolderOf(context), made.file), backup: made };
      });
      printAnswer(command, { path, ...presentBackup(made) }, [`${path}  ${describeBackup(made)}`]);
    });
}

const OTHER_TURN =
  'another program makes a backup of this database at the moment: see `satchel backup list`';

async function readBackups(context: Context) {
  const store = createBackupRunStore(context.storage.database);
  return {
    runs: await store.listRuns(MAX_LISTED_BACKUPS),
    status: await store.readStatus(),
    schedule: context.config.backup,
    folder: backupFolderOf(context),
  };
}

const presentBackup = ({ file, takenAt, bytes, sha256, isSealed, verified }: VerifiedBackup) => ({
  file,
  taken_at: takenAt.toISOString(),
  bytes,
  sha256,
  encrypted: isSealed,
  verified,
});

const presentRun = (run: BackupRun) => ({
  ended_at: run.endedAt.toISOString(),
  ...(run.kind === 'verified' ? presentBackup(run.backup) : { error: run.error }),
});

const describeAge = ({ newest, ageSec }: BackupStatus): string =>
  newest === null ? 'none was made yet' : `the newest is ${ageSec} s old`;

const describeBackup = ({ takenAt, bytes, isSealed, verified }: VerifiedBackup): string =>
  `${bytes} bytes as of ${takenAt.toISOString()}  ${isSealed ? 'encrypted' : 'not encrypted'}  ` +
  PROOFS[verified];

const PROOFS: Readonly<Record<BackupProof, string>> = {
  restored: 'verified by restoring it',
  restored_with_findings: 'verified by restoring it; its books have the findings of the live books',
  checksums: 'verified by its checksums only',
};

const describeRun = (run: BackupRun): string =>
  run.kind === 'verified'
    ? `${run.backup.file}  ${describeBackup(run.backup)}`
    : `${run.endedAt.toISOString()}  failed: ${run.error}`;

/** In a folder, a name that sorts by time. Existing files are never overwritten. */
function fileOf(to: string, clock: Clock, ending: string): string {
  const isFolder = existsSync(to) && statSync(to).isDirectory();
  const time = clock
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '');
  const path = isFolder ? join(to, `satchel-${time}.${ending}`) : to;
  if (existsSync(path)) throw new RefusedError(`${path} already exists`);
  return path;
}
