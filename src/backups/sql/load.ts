import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { assert } from '../../base/assert.ts';
import { type Connection, withConnection } from '../../database/client.ts';
import { withFaults } from '../../database/database-fault.ts';
import { readIdentity } from '../../database/read-identity.ts';
import type { Sql } from '../../database/sql.ts';
import { treatAsRewound } from '../../node/rewind/sql/database-rewind.ts';
import type { BackupManifest, BackupPart } from '../backup.ts';
import { connectionTo } from './dump.ts';
import { copyTarget, quoted, readTables, waitForCopy } from './tables.ts';

export class UnfitTargetError extends Error {
  override readonly name = 'UnfitTargetError';
}

export interface LoadReport {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Fills an empty, migrated database with a backup: with everything, or with nothing. Constraints
 * are in force, but triggers are not: what they would write is in the backup, and what they would
 * refuse is found by the check of the books. The same transaction notes that the database was
 * restored to an earlier state.
 */
export async function loadDatabase(
  url: string,
  manifest: BackupManifest,
  parts: AsyncIterator<BackupPart>,
  { isPractice }: LoadOptions = { isPractice: false },
): Promise<LoadReport> {
  return await withFaults(() =>
    withConnection(connectionTo(url), async (connection) => {
      const { sql } = connection;
      await sql.unsafe('begin');
      await waitForCopy(sql);
      const report = await load(connection, parts);
      await markAsRestored(sql, manifest);
      if (isPractice) await leavePlayNode(sql);
      await sql.unsafe('commit');
      return report;
    }),
  );
}

export interface LoadOptions {
  /**
   * Whether the restored service will run on the simulated network, where no real money is at
   * stake.
   */
  readonly isPractice: boolean;
}

/**
 * Forgets to which node a backup of play money belongs, so that the restored service accepts the
 * node that it meets first: each data folder has a simulated network of its own, whose nodes hold
 * nothing of worth. On networks with real money, the database stays bound to its node.
 */
const leavePlayNode = (sql: Sql) => sql`delete from bound_node where network = 'regtest'`;

/**
 * Throws unless a database is empty, as a database with tables may be in use or already restored.
 * It must be called before any migration.
 */
export async function requireEmpty(url: string): Promise<void> {
  await withFaults(() =>
    withConnection(connectionTo(url), async ({ sql }) => {
      for (const { name } of await readTables(sql)) {
        const [row] = await sql.unsafe(`select 1 from public.${quoted(name)} limit 1`);
        if (row !== undefined) {
          throw new UnfitTargetError(
            `the database is not empty (table ${name}): a backup is restored into a new one only`,
          );
        }
      }
    }),
  );
}

async function load(
  { sql, client }: Connection,
  parts: AsyncIterator<BackupPart>,
): Promise<LoadReport> {
  const tables = await readTables(sql);
  for (const { name } of tables) {
    await sql.unsafe(`alter table public.${quoted(name)} disable trigger user`);
  }
  const report = { tables: 0, rows: 0 };
  for (let step = await parts.next(); step.done !== true; step = await parts.next()) {
    const part = step.value;
    if (part.kind === 'table') {
      requireTable(tables, part);
      report.tables += 1;
      report.rows += await loadRows(client, part, parts);
    } else {
      assert(part.kind === 'sequences', 'rows stand behind the name of their table');
      await setSequences(sql, part.sequences);
    }
  }
  if (report.tables !== tables.length) throw new UnfitTargetError('the backup misses tables');
  for (const { name } of tables) {
    await sql.unsafe(`alter table public.${quoted(name)} enable trigger user`);
  }
  return report;
}

type Table = Extract<BackupPart, { kind: 'table' }>;

function requireTable(
  tables: readonly { readonly name: string; readonly columns: readonly string[] }[],
  { table, columns }: Table,
): void {
  const here = tables.find(({ name }) => name === table);
  if (here !== undefined && here.columns.join() === columns.join()) return;
  throw new UnfitTargetError(
    `the table ${table} of the backup is another than that of the database`,
  );
}

async function loadRows(
  client: Connection['client'],
  { table, columns }: Table,
  parts: AsyncIterator<BackupPart>,
): Promise<number> {
  const target = client.query(copyFrom(`copy ${copyTarget(table, columns)} from stdin`));
  const ended = finished(target);
  ended.catch(() => undefined);
  try {
    for (;;) {
      const step = await parts.next();
      const part = step.done === true ? null : step.value;
      if (part?.kind === 'rows_end') {
        target.end();
        await ended;
        return part.count;
      }
      assert(part?.kind === 'rows', 'rows end before something else begins');
      if (!target.write(part.bytes)) await Promise.race([once(target, 'drain'), ended]);
    }
  } catch (error) {
    target.destroy();
    throw error;
  }
}

async function setSequences(sql: Sql, sequences: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await sql`select setval(${`public.${quoted(name)}`}::regclass, ${value}::bigint)`;
  }
}

/**
 * Marks a database as restored. Payments may have been sent after the backup was made, so no
 * payment is sent before the database was compared with the node.
 */
async function markAsRestored(sql: Sql, { taken_at }: BackupManifest): Promise<void> {
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    insert into database_mark (system_identifier, timeline)
    values (${system_identifier}, ${timeline})
    on conflict (is_only) do update set system_identifier = excluded.system_identifier,
      timeline = excluded.timeline`;
  const detail = `the backup of ${taken_at} was restored; the node was not compared with it yet`;
  await sql`
    insert into outside_stop (reason, detail) values ('restored', ${detail})
    on conflict (reason) do update set detail = excluded.detail, since = clock_timestamp()`;
  await treatAsRewound(sql);
}
