import { statfs } from 'node:fs/promises';
import type { BackupPart } from '../../backups/backup.ts';
import type { BackupProof } from '../../backups/backup-run-store.ts';
import { readBackupFile } from '../../backups/io/backup-file.ts';
import { loadDatabase } from '../../backups/sql/load.ts';
import type { BackupTurn } from '../../backups/sql/scratch.ts';
import type { Clock } from '../../base/clock.ts';
import { bytesToHex } from '../../base/hex.ts';
import { openDatabase } from '../../database/db.ts';
import { migrate } from '../../database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../database/schema-files.ts';
import { newFindings } from '../../ledger/books/new-findings.ts';
import { createBooksStore } from '../../ledger/books/sql/books-store.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Storage } from '../context/open-storage.ts';

/** The error for a backup file that is complete, but whose contents cannot be right. */
export class UnsoundBackupError extends Error {
  override readonly name = 'UnsoundBackupError';
}

type VerifyContext = Pick<AppContext, 'clock' | 'random' | 'config' | 'dataFolder'> & {
  readonly storage: Storage;
};

/**
 * Verifies a backup by restoring it into a scratch database and checking the books there. If no
 * scratch database can be made, it only reads the whole file and checks its checksums. Throws
 * unless the backup is sound.
 */
export async function verifyBackup(
  context: VerifyContext,
  turn: BackupTurn,
  path: string,
  key: Uint8Array | null,
): Promise<BackupProof> {
  const parts = readBackupFile(path, key);
  try {
    if (turn.mayCopy && (await hasRoom(context, turn))) {
      const suffix = bytesToHex(context.random.bytes(6));
      return await turn.withScratch(suffix, (url) => proveCopy(context, url, parts));
    }
    for await (const _ of throttled(parts, context.clock));
    return 'checksums';
  } finally {
    await parts.return(undefined);
  }
}

/**
 * Whether there is room for a copy of the database. The check is for the embedded server, whose
 * disk must not be filled; nothing is known about the disk of another server.
 */
async function hasRoom(
  { config, dataFolder }: VerifyContext,
  { databaseBytes }: BackupTurn,
): Promise<boolean> {
  if (config.database.url !== null) return true;
  const { bavail, bsize } = await statfs(dataFolder.path);
  return bavail * bsize > COPIES_OF_ROOM * databaseBytes;
}

/**
 * The free space that a copy needs, as a multiple of the database's size: the copy itself, the
 * server's write-ahead log, and a reserve.
 */
const COPIES_OF_ROOM = 4;

/**
 * Loads a backup into a scratch database and checks the books there. The scratch database is used
 * for nothing else: no service, node or recovery ever connects to it.
 */
async function proveCopy(
  { clock, random, storage }: VerifyContext,
  url: string,
  parts: AsyncGenerator<BackupPart>,
): Promise<BackupProof> {
  const first = await parts.next();
  if (first.done === true || first.value.kind !== 'manifest') {
    throw new UnsoundBackupError('the backup does not begin with its manifest');
  }
  const { manifest } = first.value;
  const goal = { url, serviceRole: storage.serviceRole, folders: SCHEMA_FOLDERS };
  await migrate({ ...goal, upTo: manifest.migrations.length });
  await loadDatabase(url, manifest, throttled(parts, clock));
  await migrate(goal);
  const database = openDatabase({ url, applicationName: 'satchel backup', clock, random });
  try {
    const { findings } = await createBooksStore(database).checkBooks();
    if (findings.length === 0) return 'restored';
    // The copy's books may be broken just as the live books are. Such a backup is accepted, because
    // backups are needed most while the books are broken.
    const live = await createBooksStore(storage.database).checkBooks();
    const added = newFindings(findings, live.findings);
    if (added.length === 0) return 'restored_with_findings';
    throw new UnsoundBackupError(
      `the books of the copy do not balance: ${added.length} findings that the live ones lack`,
    );
  } finally {
    await database.close();
  }
}

const REST_AFTER_MS = 20;

/**
 * Passes on the parts of a backup file, and pauses after each part for as long as its reader, such
 * as a restore, was busy with it, so that the database server has time for payments.
 */
async function* throttled(
  parts: AsyncIterable<BackupPart>,
  clock: Clock,
): AsyncGenerator<BackupPart> {
  let begunMs = clock.monotonicMs();
  for await (const part of parts) {
    yield part;
    const workedMs = clock.monotonicMs() - begunMs;
    if (workedMs < REST_AFTER_MS) continue;
    await clock.sleep(workedMs);
    begunMs = clock.monotonicMs();
  }
}
