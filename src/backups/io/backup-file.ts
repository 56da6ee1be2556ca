/** Writes and reads the file of a backup, with checksums, compressed and, if wanted, encrypted. */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gunzip } from 'node:zlib';
import type { Random } from '../../base/random.ts';
import { SEAL_SALT_BYTES, SEALED_FIRST_LINE, seal, unseal } from '../../system/sealed-file.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import type { BackupPart } from '../backup.ts';

/*
 * A backup as a file: text in gzip, which zcat can read too.
 *
 *     satchel backup 1
 *     {"manifest":{…}}
 *     {"table":"wallet_user","columns":["id",…]}
 *     …rows in COPY's text format, one per line (PostgreSQL manual, COPY)…
 *     \.
 *     {"rows":3}
 *     {"sequences":{…}}
 *     {"sha256":"…of everything above"}
 *
 * A file whose last line is missing or has a different digest is not a valid backup. With a key all
 * of it stands within a sealed file.
 */
const FIRST_LINE = 'satchel backup 1';
const END_OF_ROWS = '\\.';
const LF = 10;
/**
 * The longest line of a backup that is read. The longest rows are those that hold the custom
 * records of one payment.
 */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

export class BrokenBackupError extends Error {
  override readonly name = 'BrokenBackupError';
}

/** A key that encrypts backups. Each backup gets its own salt. */
export interface Seal {
  readonly key: Uint8Array;
  readonly random: Random;
}

/**
 * Writes a backup. It is written under another name first and renamed once it is complete and on
 * disk, so that no incomplete backup is taken for a good one. Only its owner can read the file.
 */
export async function writeBackupFile(
  path: string,
  parts: AsyncIterable<BackupPart>,
  sealing: Seal | null = null,
): Promise<{ readonly sha256: string }> {
  const draft = `${path}.partial`;
  const digest = createHash('sha256');
  // The draft is opened outside of the `try`: if it exists already, it belongs to another process
  // and must not be removed.
  const handle = await open(draft, 'wx', 0o600);
  try {
    const file = handle.createWriteStream({ flush: true });
    const text = Readable.from(toText(parts, digest));
    if (sealing === null) await pipeline(text, createGzip(), file);
    else {
      const salt = sealing.random.bytes(SEAL_SALT_BYTES);
      await pipeline(text, createGzip(), (zipped) => seal(zipped, sealing.key, salt), file);
    }
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { sha256: digest.digest('hex') };
}

async function* toText(parts: AsyncIterable<BackupPart>, digest: Hash): AsyncGenerator<Buffer> {
  const line = (text: string): Buffer => Buffer.from(`${text}\n`);
  const seen = (bytes: Buffer): Buffer => {
    digest.update(bytes);
    return bytes;
  };
  yield seen(line(FIRST_LINE));
  for await (const part of parts) {
    if (part.kind === 'rows') yield seen(Buffer.from(part.bytes));
    else if (part.kind === 'rows_end') {
      yield seen(line(END_OF_ROWS));
      yield seen(line(JSON.stringify({ rows: part.count })));
    } else {
      const { kind: _, ...fields } = part;
      yield seen(line(JSON.stringify(fields)));
    }
  }
  yield line(JSON.stringify({ sha256: digest.copy().digest('hex') }));
}

/**
 * Reads a backup, and throws at the end if the file is incomplete. The caller must then discard all
 * rows that it has read before. Only encrypted backups need the key.
 */
export async function* readBackupFile(
  path: string,
  key: Uint8Array | null = null,
): AsyncGenerator<BackupPart> {
  const digest = createHash('sha256');
  const gunzip = createGunzipOf(path);
  // A fault while reading the file is passed to the stream, so that the reader of the stream gets
  // it thrown.
  unzip(path, key, gunzip).catch((error: Error) => gunzip.destroy(error));
  const lines = readLines(gunzip);
  const next = async (): Promise<Buffer> => {
    const { value, done } = await lines.next();
    if (done === true) throw new BrokenBackupError('the backup ends before its end');
    return value;
  };
  const first = await next();
  if (first.toString() !== FIRST_LINE) {
    throw new BrokenBackupError(`${path} is no backup that this program can read`);
  }
  digest.update(`${FIRST_LINE}\n`);
  for (;;) {
    const text = (await next()).toString();
    const fields: Record<string, unknown> = JSON.parse(text);
    if ('sha256' in fields) {
      if (fields['sha256'] !== digest.digest('hex')) {
        throw new BrokenBackupError('the backup was changed or is damaged: its digest is another');
      }
      return;
    }
    digest.update(`${text}\n`);
    yield toPart(fields);
    if ('table' in fields) yield* readRows(next, digest);
  }
}

async function unzip(path: string, key: Uint8Array | null, gunzip: Gunzip): Promise<void> {
  const file = createReadStream(path);
  if (!(await isSealed(path))) return await pipeline(file, gunzip);
  if (key === null) {
    file.destroy();
    throw new BrokenBackupError('it is encrypted: SATCHEL_BACKUP_KEY_FILE must name its key');
  }
  await pipeline(file, (sealed) => unseal(sealed, key), gunzip);
}

export async function isSealed(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(SEALED_FIRST_LINE.length));
    return buffer.equals(SEALED_FIRST_LINE);
  } finally {
    await file.close();
  }
}

async function* readRows(next: () => Promise<Buffer>, digest: Hash): AsyncGenerator<BackupPart> {
  let count = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const take = (): BackupPart => {
    const bytes = Buffer.concat(pending);
    digest.update(bytes);
    pending = [];
    pendingBytes = 0;
    return { kind: 'rows', bytes };
  };
  for (;;) {
    const line = await next();
    if (line.length === 2 && line.toString() === END_OF_ROWS) break;
    count += 1;
    pending.push(line, NEWLINE);
    pendingBytes += line.length + 1;
    if (pendingBytes >= CHUNK_BYTES) yield take();
  }
  if (pendingBytes > 0) yield take();
  const told = (await next()).toString();
  digest.update(`${END_OF_ROWS}\n${told}\n`);
  if (JSON.parse(told).rows !== count)
    throw new BrokenBackupError('rows of the backup are missing');
  yield { kind: 'rows_end', count };
}

const NEWLINE = Buffer.from('\n');

function toPart(fields: Record<string, unknown>): BackupPart {
  const text = JSON.stringify(fields);
  if ('manifest' in fields) return { kind: 'manifest', ...JSON.parse(text) };
  if ('table' in fields) return { kind: 'table', ...JSON.parse(text) };
  if ('sequences' in fields) return { kind: 'sequences', ...JSON.parse(text) };
  throw new BrokenBackupError('the backup holds something that this program does not know');
}

function createGunzipOf(path: string): Gunzip {
  const gunzip = createGunzip();
  const destroy = gunzip.destroy.bind(gunzip);
  gunzip.destroy = (error?: Error) =>
    destroy(error === undefined ? error : new BrokenBackupError(`${path}: ${error.message}`));
  return gunzip;
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let to = chunk.indexOf(LF); to !== -1; to = chunk.indexOf(LF, from)) {
      const rest = chunk.subarray(from, to);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      begunBytes = 0;
      from = to + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    begunBytes += chunk.length - from;
    if (begunBytes > MAX_LINE_BYTES)
      throw new BrokenBackupError('a line of the backup is too long');
  }
}
