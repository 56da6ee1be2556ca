import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import postgres from 'postgres';
import type { BackedUpFiles } from '../../src/backups/backup.ts';
import { readBackupFile, writeBackupFile } from '../../src/backups/io/backup-file.ts';
import { dumpDatabase } from '../../src/backups/sql/dump.ts';
import { type LoadOptions, loadDatabase, requireEmpty } from '../../src/backups/sql/load.ts';
import { msat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import type { ReserveEvent } from '../../src/ledger/money-store.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { markPayments } from './mark-payments.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditUnclaimed,
  NODE_PUBKEY,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from './money-model/events.ts';
import { createPostgresWorld } from './money-model/postgres-world.ts';

/** Databases with rows of every kind, their backups, and empty databases to restore them into. */

export const folder = join(tmpdir(), `satchel-test-${bytesToHex(systemRandom.bytes(6))}`);

/** Removes all backups. Test files that make backups register this with `after`. */
export const removeBackups = (): Promise<void> => rm(folder, { recursive: true, force: true });

export function newFile(): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `backup-${bytesToHex(systemRandom.bytes(6))}`);
}

/** The files that a backup contains besides the database: none. */
export const NO_FILES: BackedUpFiles = { secretKey: null, oldSecretKey: null, channelBackup: null };

export async function backUp(source: Pick<TestDatabase, 'ownerUrl'>): Promise<string> {
  const path = newFile();
  await dumpDatabase(
    source.ownerUrl,
    NO_FILES,
    async (parts) => void (await writeBackupFile(path, parts)),
  );
  return path;
}

export async function restore(
  target: TestDatabase,
  path: string,
  options: LoadOptions = { isPractice: false },
) {
  const parts = readBackupFile(path);
  const first = await parts.next();
  assert(first.done !== true && first.value.kind === 'manifest');
  await requireEmpty(target.ownerUrl);
  return await loadDatabase(target.ownerUrl, first.value.manifest, parts, options);
}

/** Reads all rows of all tables, by table. */
export async function readAll({ superuserUrl }: TestDatabase): Promise<Record<string, string[]>> {
  const sql = postgres(superuserUrl, { max: 1 });
  try {
    const tables = await sql`
      select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace order by relname`;
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const rows = await sql`select t::text as row from ${sql(name)} t order by 1`;
      all[name] = rows.map(({ row }) => String(row));
    }
    return all;
  } finally {
    await sql.end();
  }
}

/** Adds payments in all states, money of all kinds, and texts that are hard to write down. */
export async function live({ database }: TestDatabase) {
  const world = createPostgresWorld(database);
  await createNodeStore(database).bindNode('regtest', NODE_PUBKEY);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const [payer, payee] = [await addUser(world, 50_000), await addUser(world, 1000)];
  const [paid, received] = [await addInvoice(world, payee), await addInvoice(world, payee)];
  const hard = 'tab\t, feed\n, \\. and \\N, "quotes", ü ₿ \u0001';
  const orders = [reserveEvent(payer), reserveEvent(payer), hardToWrite(reserveEvent(payer), hard)];
  const [settled, dispatched, reserved] = orders;
  assert(settled !== undefined && dispatched !== undefined && reserved !== undefined);
  await world.store.reserve(orders);
  await world.beginDispatch(settled.order.id, OWNER);
  await world.beginDispatch(dispatched.order.id, OWNER);
  await world.store.resolve([settledEnd(settled.order, { feeMsat: msat(1100n) })]);
  await world.store.settleInternal([payInvoice(payer, paid)]);
  await world.store.credit([
    creditInvoice(received, true, { amountMsat: msat(100_700n) }),
    creditUnclaimed({ amountMsat: msat(3700n) }),
  ]);
  await createComparisonStore(database).recogniseDatabase();
  await markPayments(createComparisonStore(database), 42n);
  return { world, payer, payee, dispatched: dispatched.order, reserved: reserved.order, hard };
}

const hardToWrite = (event: ReserveEvent, memo: string): ReserveEvent => ({
  ...event,
  order: { ...event.order, memo },
});

export async function emptyDatabase(): Promise<TestDatabase> {
  const target = await testDatabase({ after });
  const sql = postgres(target.superuserUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(
    'drop schema public cascade; create schema public; grant all on schema public to public',
  );
  await sql.end();
  return target;
}

/** A new database of this version, or of an older one, which has no functions. */
export async function migrated(upTo?: number): Promise<TestDatabase> {
  if (upTo === undefined) return await testDatabase({ after });
  const target = await emptyDatabase();
  await migrate({
    url: target.ownerUrl,
    serviceRole: 'satchel',
    folders: SCHEMA_FOLDERS,
    upTo,
  });
  return target;
}
