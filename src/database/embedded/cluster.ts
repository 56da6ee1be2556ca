import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import type { Binaries } from './binaries.ts';
import { runProgram } from './run-program.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * Database roles. The superuser is for set-up only; the owner migrates; the service owns nothing.
 */
export const ROLES = {
  superuser: 'postgres',
  owner: 'satchel_owner',
  service: 'satchel',
} as const;

export const DATABASE_NAME = 'satchel';

export type Passwords = Readonly<Record<keyof typeof ROLES, string>>;

export interface ClusterOptions {
  readonly binaries: Binaries;
  readonly account: ServerAccount | null;
  /** The folder for the files of the database; its parent exists. */
  readonly directory: string;
  readonly passwords: Passwords;
  /** Whether data survives a power failure: false only for throw-away databases. */
  readonly isDurable: boolean;
  readonly random: Random;
}

/**
 * Creates the files of a new database. The folder gets its name only when complete, so a killed
 * start leaves nothing half-made, and of two starts at the same time one wins.
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { account, directory } = options;
  const suffix = bytesToHex(options.random.bytes(6));
  const draft = `${directory}.new-${suffix}`;
  const passwordFile = join(dirname(directory), `.password-${suffix}`);
  try {
    await writeFile(passwordFile, options.passwords.superuser, { mode: 0o600 });
    await mkdir(draft, { mode: 0o700 });
    if (account !== null) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(draft, account.uid, account.gid);
    }
    await runInitdb(options, draft, passwordFile);
    await createRoles(options, draft);
    await rename(draft, directory);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

function runInitdb(options: ClusterOptions, draft: string, passwordFile: string): Promise<void> {
  return runProgram({
    file: options.binaries.initdb,
    args: [
      '--pgdata',
      draft,
      '--username',
      ROLES.superuser,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--no-instructions',
      // This locale sorts texts in the same order on every machine, whatever C library or ICU is
      // installed there.
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      ...(options.isDurable ? [] : ['--no-sync']),
    ],
    account: options.account,
    input: '',
  });
}

/**
 * Creates the roles, one statement per line, as a server in single-user mode reads its input this
 * way.
 */
function createRoles(options: ClusterOptions, draft: string): Promise<void> {
  const { owner, service } = options.passwords;
  return runProgram({
    file: options.binaries.postgres,
    args: ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'],
    account: options.account,
    input: [
      `create role ${ROLES.owner} login password '${owner}'`,
      `create role ${ROLES.service} login password '${service}'`,
      `create database ${DATABASE_NAME} owner ${ROLES.owner}`,
      '',
    ].join('\n'),
  });
}
