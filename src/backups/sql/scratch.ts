import { type Connection, withConnection } from '../../database/client.ts';
import { errorCode, withFaults } from '../../database/database-fault.ts';
import { readIdentity } from '../../database/read-identity.ts';
import type { Sql } from '../../database/sql.ts';
import { connectionTo } from './dump.ts';
import { quoted } from './tables.ts';

/**
 * The prefix of scratch databases, into which a backup is restored to check it. They are on the
 * same server as the database that was backed up. Their names contain that database's number, so
 * that the next backup can drop what a crash has left behind.
 */
export const SCRATCH_PREFIX = 'satchel_scratch_';

/**
 * The exclusive right of a process to make a scheduled backup of a database: one process has it at
 * a time.
 */
export interface BackupTurn {
  /**
   * Whether the role may create a scratch database, and, as far as this can be known, the disk has
   * room for a copy.
   */
  readonly mayCopy: boolean;
  /** The size of the whole database. */
  readonly databaseBytes: number;
  /**
   * Eight hex digits that tell this database from all others, even from databases restored from its
   * backups.
   */
  readonly mark: string;
  /** Makes an empty scratch database, which is dropped after `work`, however that ended. */
  withScratch<T>(suffix: string, work: (url: string) => Promise<T>): Promise<T>;
}

export interface TurnUrls {
  /** The URL for the role that owns the tables. */
  readonly ownerUrl: string;
  /** The URL for the role that creates databases. */
  readonly makerUrl: string;
}

/**
 * Waits a while for the exclusive right to make a backup, and first drops scratch databases that
 * interrupted backups have left behind. Null while another process has that right.
 */
export async function withBackupTurn<T>(
  urls: TurnUrls,
  work: (turn: BackupTurn) => Promise<T>,
  timeoutMs = TURN_TIMEOUT_MS,
): Promise<T | null> {
  return await withTurnLock(urls.makerUrl, timeoutMs, async (sql, { prefix, ...turn }) => {
    return await work({
      ...turn,
      withScratch: async (suffix, fill) => {
        const name = `${prefix}${suffix}`;
        await withFaults(() => create(sql, name, urls));
        try {
          return await fill(scratchUrl(urls.ownerUrl, name));
        } finally {
          await withFaults(() => drop(sql, name));
        }
      },
    });
  });
}

/**
 * Drops scratch databases that killed processes left behind. Scheduled backups drop them too, so
 * only a service that makes none needs this function. Does nothing while a backup is being made.
 */
export async function pruneScratches(urls: Pick<TurnUrls, 'makerUrl'>): Promise<void> {
  await withTurnLock(urls.makerUrl, PRUNE_TIMEOUT_MS, async () => undefined);
}

async function withTurnLock<T>(
  makerUrl: string,
  timeoutMs: number,
  work: (sql: Sql, begun: Begun) => Promise<T>,
): Promise<T | null> {
  return await withConnection(connectionTo(makerUrl), async ({ sql }: Connection) => {
    const begun = await withFaults(() => begin(sql, timeoutMs));
    if (begun === null) return null;
    try {
      return await work(sql, begun);
    } finally {
      // If unlocking fails, the session has ended, and the lock with it.
      await sql`select pg_advisory_unlock(${TURN_LOCK})`.catch(() => undefined);
    }
  });
}

/**
 * The number of the advisory lock that gives one process the right to make a backup. The lock ends
 * with its session, so it is free after a process was killed.
 */
const TURN_LOCK = 0x7361_7463_626bn;
const TURN_TIMEOUT_MS = 60_000;
/**
 * The longest time that the start of the service waits for the lock before it drops scratch
 * databases.
 */
const PRUNE_TIMEOUT_MS = 100;

interface Begun extends Omit<BackupTurn, 'withScratch'> {
  readonly prefix: string;
}

async function begin(sql: Sql, timeoutMs: number): Promise<Begun | null> {
  await sql.unsafe(`set lock_timeout = ${timeoutMs}`);
  try {
    await sql`select pg_advisory_lock(${TURN_LOCK})`;
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
  await sql.unsafe('set lock_timeout = 0');
  const [row] = await sql<{ oid: string; may_copy: boolean; bytes: bigint }[]>`
    select d.oid::text as oid, r.rolcreatedb or r.rolsuper as may_copy,
      pg_database_size(d.oid) as bytes
    from pg_database d, pg_roles r
    where d.datname = current_database() and r.rolname = current_user`;
  const prefix = `${SCRATCH_PREFIX}${row?.oid}_`;
  const left = await sql<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${prefix})`;
  for (const { name } of left) await drop(sql, name);
  const { system_identifier: identifier } = await readIdentity(sql);
  return {
    prefix,
    mayCopy: row?.may_copy ?? false,
    databaseBytes: Number(row?.bytes ?? 0n),
    mark: BigInt.asUintN(32, identifier).toString(16).padStart(8, '0'),
  };
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates a scratch database, to which other roles cannot even connect, not even the service's own.
 */
async function create(sql: Sql, name: string, { ownerUrl, makerUrl }: TurnUrls): Promise<void> {
  const owner = ownerUrl === makerUrl ? '' : ` owner ${quoted(userOf(ownerUrl))}`;
  await sql.unsafe(`create database ${quoted(name)}${owner} encoding 'UTF8' template template0`);
  await sql.unsafe(`revoke connect on database ${quoted(name)} from public`);
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

async function drop(sql: Sql, name: string): Promise<void> {
  await sql.unsafe(`drop database if exists ${quoted(name)} with (force)`);
}

/**
 * The URL of a scratch database. Its contents need not survive anything, so no commit waits for a
 * disk or a standby.
 */
function scratchUrl(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} -c synchronous_commit=off`.trim());
  return url.href;
}
