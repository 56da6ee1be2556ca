import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type {
  BackupManifest,
  BackupPart,
  RestoredBackup,
  WrittenBackup,
} from '../../backups/backup.ts';
import { MAX_BACKUP_RUNS } from '../../backups/backup-run-store.ts';
import {
  BrokenBackupError,
  readBackupFile,
  writeBackupFile,
} from '../../backups/io/backup-file.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import { dumpDatabase } from '../../backups/sql/dump.ts';
import { loadDatabase } from '../../backups/sql/load.ts';
import { bytesToHex } from '../../base/hex.ts';
import { usesPlayMoney } from '../../config/config.ts';
import {
  bringOldKeyFile,
  readOldSecretKey,
  restoreSecretKey,
  secretKeyFingerprint,
} from '../../config/secrets.ts';
import { BEFORE_FIRST_RELEASE } from '../../database/migrate.ts';
import { readFunctions, SCHEMA_FOLDERS, SchemaMismatchError } from '../../database/schema-files.ts';
import type { BooksReport } from '../../ledger/books/books-store.ts';
import { createBooksStore } from '../../ledger/books/sql/books-store.ts';
import { openChannelBackupFile } from '../../node/io/channel-backup-file.ts';
import { createPaymentStopStore } from '../../node/sql/payment-stop-store.ts';
import { type SecretKey, SecretKeyMismatchError } from '../../secret-key/key-state.ts';
import type { AppContext, OpenContext } from '../context/app-context.ts';
import { readCheckedKeys } from '../context/check-secret-key.ts';
import { openStorage, type Storage } from '../context/open-storage.ts';
import { readBackupKey } from './backup-key.ts';

/**
 * Writes a backup, whether or not a service is running. What is written to the database after the
 * backup began is not in it.
 */
export async function writeBackup(
  context: OpenContext,
  path: string,
  withSecretKey: boolean,
): Promise<WrittenBackup> {
  const { config, random, storage, dataFolder } = context;
  const { sealing, opening } = (await readCheckedKeys(context, storage.database)).inUse();
  // A secret key that the operator keeps outside the data folder does not go into the backup.
  const hasSecretKey = withSecretKey && config.secretKey === null;
  const counted = { tables: 0, rows: 0, takenAt: '', sha256: '', hasSecretKey };
  const files = {
    secretKey: hasSecretKey ? bytesToHex(sealing.bytes) : null,
    oldSecretKey: hasSecretKey ? oldKeyOf(sealing, opening) : null,
    channelBackup: (await openChannelBackupFile(dataFolder).read())?.bytes ?? null,
  };
  const sealKey = await readBackupKey(config.backup.keyFile);
  const seal = sealKey === null ? null : { key: sealKey, random };
  await dumpDatabase(storage.ownerUrl, files, async (parts) => {
    counted.sha256 = (await writeBackupFile(path, count(parts, counted), seal)).sha256;
  });
  return counted;
}

/** The key that is being replaced, in hex, if rows may be sealed under it; null otherwise. */
function oldKeyOf(sealing: SecretKey, opening: readonly SecretKey[]): string | null {
  const [first, old] = opening;
  return first === sealing && old !== undefined ? bytesToHex(old.bytes) : null;
}

/**
 * Writes a backup for a command. The file is then read again and its checksums are checked, and the
 * database notes it, so that operators see that the backup exists.
 */
export async function writeNotedBackup(
  context: OpenContext,
  path: string,
  withSecretKey: boolean,
): Promise<WrittenBackup> {
  const written = await writeBackup(context, path, withSecretKey);
  const key = await readBackupKey(context.config.backup.keyFile);
  for await (const _ of readBackupFile(path, key));
  const runs = createBackupRunStore(context.storage.database);
  try {
    await runs.noteVerified({
      file: resolve(path),
      takenAt: new Date(written.takenAt),
      bytes: (await stat(path)).size,
      sha256: written.sha256,
      isSealed: key !== null,
      verified: 'checksums',
    });
    await runs.pruneRuns(MAX_BACKUP_RUNS);
  } catch (error) {
    context.log.warn({ error }, 'the backup is whole, and could not be noted in the database');
  }
  return written;
}

async function* count(
  parts: AsyncIterable<BackupPart>,
  counted: { tables: number; rows: number; takenAt: string },
): AsyncGenerator<BackupPart> {
  for await (const part of parts) {
    if (part.kind === 'manifest') counted.takenAt = part.manifest.taken_at;
    if (part.kind === 'table') counted.tables += 1;
    if (part.kind === 'rows_end') counted.rows += part.count;
    yield part;
  }
}

/**
 * Restores a backup into an empty database, either completely or not at all. Afterwards payments
 * over the node are stopped, because the node may have done more than the backup knows.
 */
export async function restoreBackup(context: AppContext, path: string): Promise<RestoredBackup> {
  const parts = readBackupFile(path, await readBackupKey(context.config.backup.keyFile));
  try {
    const first = await parts.next();
    if (first.done === true || first.value.kind !== 'manifest') {
      throw new BrokenBackupError('the backup does not begin with its manifest');
    }
    const { manifest } = first.value;
    await requireNoNewerFunctions(manifest);
    await requireSecretKey(context, manifest);
    const loaded = await fill(context, manifest, parts);
    const books = await bringUpToDate(context);
    return { manifest, ...loaded, books, channelBackup: await giveBackChannels(context, manifest) };
  } finally {
    await parts.return(undefined);
  }
}

const GIVEN_BACK = 'restored-channels.backup';

/**
 * Puts the backup's copy of the node's channels into a file of its own, beside the copy in the data
 * folder, which may be newer. It is not given to any node: restoring channels closes them, which is
 * meant only for a node that has lost them.
 */
async function giveBackChannels(
  { dataFolder }: AppContext,
  { channel_backup: channels }: BackupManifest,
): Promise<string | null> {
  if (channels === undefined || channels === null) return null;
  await dataFolder.replace(GIVEN_BACK, Buffer.from(channels, 'base64'));
  return join(dataFolder.path, GIVEN_BACK);
}

async function requireSecretKey(
  { config, dataFolder }: AppContext,
  manifest: BackupManifest,
): Promise<void> {
  const { secret_key: brought, secret_key_fingerprint: fingerprint } = manifest;
  if (fingerprint === null) return;
  const key = await restoreSecretKey(config.secretKey, dataFolder, brought);
  if (key === null) {
    throw new SecretKeyMismatchError(
      'the backup does not contain its secret key: put the file secret-key into the data folder, ' +
        'or set SATCHEL_SECRET_KEY',
    );
  }
  const isOfBackup = (one: Uint8Array | null) =>
    one !== null && bytesToHex(secretKeyFingerprint(one)) === fingerprint;
  const old = await readOldSecretKey(config, dataFolder);
  if (isOfBackup(key)) {
    const broughtOld = manifest.old_secret_key ?? null;
    if (config.secretKey === null && old === null && broughtOld !== null) {
      await bringOldKeyFile(dataFolder, broughtOld);
    }
    return;
  }
  if (isOfBackup(old)) return;
  throw new SecretKeyMismatchError(
    'the secret key here is not the one of the backup: remove the file secret-key from the data ' +
      'folder, or set SATCHEL_SECRET_KEY to the right key. If the key was replaced since, the ' +
      'key of the backup belongs in SATCHEL_SECRET_KEY_OLD, or in the file secret-key-old',
  );
}

/**
 * Refuses a backup that was made with newer SQL functions than those of this program, which could
 * misread its rows.
 */
async function requireNoNewerFunctions({ function_revision }: BackupManifest): Promise<void> {
  if (function_revision === undefined) throw new SchemaMismatchError(BEFORE_FIRST_RELEASE);
  const { revision } = await readFunctions(SCHEMA_FOLDERS.functions);
  if (function_revision > revision) throw new SchemaMismatchError(NEWER_BACKUP);
}

const NEWER_BACKUP =
  'the backup is of a newer Satchel than this one: restore it with that version or a newer one';

async function fill(
  context: AppContext,
  manifest: BackupManifest,
  parts: AsyncIterator<BackupPart>,
): Promise<{ readonly tables: number; readonly rows: number }> {
  const storage = await open(context, { emptyAtVersion: manifest.migrations.length });
  try {
    await requireSameSchema(storage, manifest);
    const isPractice = usesPlayMoney(context.config.lightning);
    return await loadDatabase(storage.ownerUrl, manifest, parts, { isPractice });
  } finally {
    await storage.close();
  }
}

async function requireSameSchema(storage: Storage, { migrations }: BackupManifest): Promise<void> {
  const rows = await storage.database.query(
    (sql) => sql<{ name: string; checksum: string }[]>`
      select name, checksum from schema_migration order by version`,
  );
  const here = rows.map(({ name, checksum }) => `${name} ${checksum}`);
  const there = migrations.map(({ name, checksum }) => `${name} ${checksum}`);
  if (here.join() === there.join()) return;
  throw new SchemaMismatchError(
    here.length > there.length
      ? 'the empty database already has a newer schema than the backup: create a new one'
      : NEWER_BACKUP,
  );
}

/**
 * Brings the tables of the restored database up to date, as every start does, and then checks the
 * books.
 */
async function bringUpToDate(context: AppContext): Promise<BooksReport> {
  const storage = await open(context, {});
  try {
    const books = await createBooksStore(storage.database).checkBooks();
    await createPaymentStopStore(storage.database).noteBooks(books);
    return books;
  } finally {
    await storage.close();
  }
}

/**
 * Opens the database as the only service of the data folder, so that no service runs during a
 * restore.
 */
const open = (context: AppContext, input: { readonly emptyAtVersion?: number }) =>
  openStorage({
    ...context,
    database: context.config.database,
    applicationName: 'satchel restore',
    onLost: () => undefined,
    ...input,
  });
