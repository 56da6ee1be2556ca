import { to as copyTo } from 'pg-copy-streams';
import { type Connection, withConnection } from '../../database/client.ts';
import { withFaults } from '../../database/database-fault.ts';
import type { Sql } from '../../database/sql.ts';
import type { BackedUpFiles, BackupManifest, BackupPart } from '../backup.ts';
import { type BackedUpTable, copySource, readTables, waitForCopy } from './tables.ts';

/**
 * Dumps the whole database as it is at one moment, in one transaction. Other connections go on
 * writing without a wait, and what they write after that moment is not in the dump. `url` must be
 * that of the owner of the tables.
 */
export async function dumpDatabase(
  url: string,
  files: BackedUpFiles,
  take: (parts: AsyncIterable<BackupPart>) => Promise<void>,
): Promise<void> {
  await withFaults(() =>
    withConnection(connectionTo(url), async (connection) => {
      const { sql } = connection;
      await sql.unsafe('begin isolation level repeatable read, read only');
      await waitForCopy(sql);
      await take(readParts(connection, files));
      await sql.unsafe('commit');
    }),
  );
}

export const connectionTo = (url: string) => ({
  url,
  applicationName: 'satchel backup',
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  onStatement: null,
});

async function* readParts(
  { sql, client }: Connection,
  files: BackedUpFiles,
): AsyncGenerator<BackupPart> {
  yield { kind: 'manifest', manifest: await readManifest(sql, files) };
  for (const table of await readTables(sql)) yield* readTable(client, table);
  yield { kind: 'sequences', sequences: await readSequences(sql) };
}

async function* readTable(
  client: Connection['client'],
  { name, columns }: BackedUpTable,
): AsyncGenerator<BackupPart> {
  yield { kind: 'table', table: name, columns };
  let count = 0;
  const rows = client.query(copyTo(`copy ${copySource(name, columns)} to stdout`));
  for await (const chunk of rows) {
    const bytes: Buffer = chunk;
    // Each line feed ends a row: COPY writes line feeds within values as \n.
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
    yield { kind: 'rows', bytes };
  }
  yield { kind: 'rows_end', count };
}

interface ManifestRow {
  readonly taken_at: Date;
  readonly function_revision: number;
  readonly node: string | null;
  readonly fingerprint: string | null;
}

async function readManifest(
  sql: Sql,
  { secretKey, oldSecretKey, channelBackup }: BackedUpFiles,
): Promise<BackupManifest> {
  const [row] = await sql<ManifestRow[]>`
    select now() as taken_at,
      (select coalesce(max(revision), 0) from schema_function) as function_revision,
      (select json_build_object('network', network, 'pubkey', pubkey) from bound_node) as node,
      (select encode(fingerprint, 'hex') from bound_secret_key) as fingerprint`;
  const migrations = await sql<{ version: number; name: string; checksum: string }[]>`
    select version, name, checksum from schema_migration order by version`;
  return {
    taken_at: row?.taken_at.toISOString() ?? '',
    migrations: migrations.map(({ version, name, checksum }) => ({ version, name, checksum })),
    function_revision: row?.function_revision ?? 0,
    node: typeof row?.node === 'string' ? JSON.parse(row.node) : null,
    secret_key_fingerprint: row?.fingerprint ?? null,
    secret_key: secretKey,
    old_secret_key: oldSecretKey,
    channel_backup: channelBackup && Buffer.from(channelBackup).toString('base64'),
  };
}

/**
 * Reads the sequences' last numbers. These may be higher than those used in the snapshot; after a
 * restore, some numbers are then skipped, but none is used twice.
 */
async function readSequences(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; value: bigint }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, String(value)]));
}
