import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../../base/clock.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer, printProgress } from '../../cli/print.ts';
import { AnsweredNoError, RefusedError } from '../../cli/refused.ts';
import type { Config } from '../../config/config.ts';
import { backupEnding, type RestoredBackup, type WrittenBackup } from '../backup.ts';
import {
  type BackupProof,
  type BackupRun,
  type BackupRunStore,
  type BackupStatus,
  isOverdue,
  MAX_LISTED_BACKUPS,
  type VerifiedBackup,
} from '../backup-run-store.ts';
import type { BackupScheduleStore } from '../backup-schedule.ts';

export interface BackupCommandDeps {
  readonly backupRuns: Pick<BackupRunStore, 'listRuns' | 'readStatus'>;
  readonly backupSchedules: Pick<BackupScheduleStore, 'readSchedule'>;
  /** The folder of scheduled backups. */
  readonly backupFolder: string;
  readonly config: Pick<Config, 'backup'>;
  readonly clock: Clock;
  readonly writeBackup: (path: string, withSecretKey: boolean) => Promise<WrittenBackup>;
  /** Makes a backup as the schedule does; null while another program makes one. */
  readonly makeScheduledBackup: () => Promise<VerifiedBackup | null>;
}

export interface BackupKit extends CommandKit<BackupCommandDeps> {
  /** Restores a backup into an empty database: all of it, or nothing. */
  readonly restoreBackup: (path: string) => Promise<RestoredBackup>;
}

export function addBackupCommands(program: Command, kit: BackupKit): void {
  addScheduleCommands(addBackupCommand(program, kit), kit);
  addRestoreCommand(program, kit);
}

function addBackupCommand(program: Command, kit: BackupKit): Command {
  return program
    .command('backup <to>')
    .description('write a backup of the database; the service may keep running')
    .option('--without-secret-key', 'leave out the key that decrypts secrets in the database')
    .action(async (to: string, options: { withoutSecretKey?: true }, command: Command) => {
      const written = await kit.open(async ({ clock, config, writeBackup }) => {
        const path = fileOf(to, clock, backupEnding(config.backup));
        const backup = await writeBackup(path, options.withoutSecretKey !== true);
        return { ...backup, path, isSealed: config.backup.keyFile !== null };
      });
      const { path, rows, takenAt, hasSecretKey, sha256 } = written;
      const answer = { file: path, rows, tables: written.tables, taken_at: takenAt, sha256 };
      printAnswer(command, { ...answer, secret_key: hasSecretKey }, [
        `${path} contains ${rows} rows as of ${takenAt}`,
        ...contentWords(written),
      ]);
    });
}

/** Says in a sentence who can read the file, and whether it contains the secret key. */
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

function addRestoreCommand(program: Command, kit: BackupKit): void {
  program
    .command('restore <file>')
    .description('restore a backup into an empty database; the service must not run')
    .action(async (file: string, _options: unknown, command: Command) => {
      if (!existsSync(file)) throw new RefusedError(`there is no file ${file}`);
      printProgress('restoring, this may take a while');
      const restored = await kit.restoreBackup(file);
      const { rows, tables, manifest, books, channelBackup } = restored;
      const findings = books.findings.length;
      printAnswer(
        command,
        {
          rows,
          tables,
          taken_at: manifest.taken_at,
          books_ok: findings === 0,
          channel_backup: channelBackup,
        },
        [
          `restored ${rows} rows as of ${manifest.taken_at}; ` +
            (findings === 0 ? 'the books balance' : 'the books do not balance'),
          'No payment leaves over the node before its payments have been compared. Start the',
          'service, then run `satchel node`.',
          ...(channelBackup === null ? [] : channelWords(channelBackup)),
        ],
      );
      if (findings > 0) throw new AnsweredNoError(`the books do not balance: ${findings} findings`);
    });
}

const channelWords = (path: string): readonly string[] => [
  `The channel backup of the node is in ${path}. It is only for a node that has lost its channels,`,
  'and needs the words of its wallet: it closes all of them. Never use it while the node runs.',
];

/**
 * Adds subcommands about scheduled backups to `backup`, whose first argument may also be the name
 * of the file to write. A file named like a subcommand has to be written as `./list`.
 */
function addScheduleCommands(backup: Command, kit: BackupKit): void {
  backup
    .command('list')
    .description('list the backups that the service made by itself, and how they were verified')
    .action(async (_options: unknown, command: Command) => {
      const { runs, status, schedule, folder } = await kit.open(readBackups);
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
          ? 'the service makes no backups by itself: set a schedule on /operate/books'
          : `one every ${everySec} s into ${folder}; ${describeAge(status)}` +
            (answer.overdue ? ', which is too old' : ''),
        ...runs.map(describeRun),
      ]);
    });
  backup
    .command('now')
    .description('make a backup as the schedule does: written, verified, listed')
    .action(async (_options: unknown, command: Command) => {
      const { path, backup: made } = await kit.open(
        async ({ makeScheduledBackup, backupFolder }) => {
          const made = await makeScheduledBackup();
          if (made === null) throw new RefusedError(OTHER_TURN);
          return { path: join(backupFolder, made.file), backup: made };
        },
      );
      printAnswer(command, { path, ...presentBackup(made) }, [`${path}  ${describeBackup(made)}`]);
    });
}

const OTHER_TURN =
  'another program makes a backup of this database at the moment: see `satchel backup list`';

const readBackups = async ({ backupRuns, backupSchedules, backupFolder }: BackupCommandDeps) => ({
  runs: await backupRuns.listRuns(MAX_LISTED_BACKUPS),
  status: await backupRuns.readStatus(),
  schedule: await backupSchedules.readSchedule(),
  folder: backupFolder,
});

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

/**
 * Chooses the path of the file to write. If `to` is a folder, the file in it gets a name that sorts
 * by time. Existing files are never overwritten.
 */
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
