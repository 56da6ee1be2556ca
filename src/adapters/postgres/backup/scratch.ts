import { type Connection, withConnection } from '../connection/client.ts';
import { withFaults } from '../connection/database-fault.ts';
import type { Sql } from '../connection/sql.ts';
import { connectionTo } from './dump.ts';
import { quoted } from './tables.ts';

/**
 * Scratch databases stand on the server of the database whose backup they prove. Their names say
 * so, with the number of that database: whatever a crash leaves behind is dropped by the next
 * backup, and no program of ours opens one.
 */
export const SCRATCH_PREFIX = 'satchel_scratch_';

/** One process at a time makes a scheduled backup of a database. */
export interface BackupTurn {
  /** Whether the role may create databases, with room for a copy where that can be known. */
  readonly mayCopy: boolean;
  /** Size of the database, all in all. */
  readonly databaseBytes: number;
  /** Makes an empty scratch database, which is dropped after `work`, however that ended. */
  withScratch<T>(suffix: string, work: (url: string) => Promise<T>): Promise<T>;
}

export interface TurnUrls {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  /** Of the role that creates databases. */
  readonly makerUrl: string;
}

/** Waits for its turn, and begins it by dropping the scratch databases of turns that broke off. */
export async function withBackupTurn<T>(
  urls: TurnUrls,
  work: (turn: BackupTurn) => Promise<T>,
): Promise<T> {
  return await withConnection(connectionTo(urls.makerUrl), async ({ sql }: Connection) => {
    const { prefix, mayCopy, databaseBytes } = await withFaults(() => begin(sql));
    return await work({
      mayCopy,
      databaseBytes,
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

/** The lock ends with its session, so it is free when a process was killed. */
const TURN_LOCK = 0x7361_7463_626bn;
const TURN_PATIENCE_MS = 60_000;

interface Begun {
  readonly prefix: string;
  readonly mayCopy: boolean;
  readonly databaseBytes: number;
}

async function begin(sql: Sql): Promise<Begun> {
  await sql.unsafe(`set lock_timeout = ${TURN_PATIENCE_MS}`);
  await sql`select pg_advisory_lock(${TURN_LOCK})`;
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
  return { prefix, mayCopy: row?.may_copy ?? false, databaseBytes: Number(row?.bytes ?? 0n) };
}

/** The service's role, like any other role, cannot even connect to it. */
async function create(sql: Sql, name: string, { ownerUrl, makerUrl }: TurnUrls): Promise<void> {
  const owner = ownerUrl === makerUrl ? '' : ` owner ${quoted(userOf(ownerUrl))}`;
  await sql.unsafe(`create database ${quoted(name)}${owner} encoding 'UTF8' template template0`);
  await sql.unsafe(`revoke connect on database ${quoted(name)} from public`);
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

async function drop(sql: Sql, name: string): Promise<void> {
  await sql.unsafe(`drop database if exists ${quoted(name)} with (force)`);
}

/** What is written there need not survive anything, so no commit waits for a disk or a standby. */
function scratchUrl(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} -c synchronous_commit=off`.trim());
  return url.href;
}
