/**
 * Downloads the LND program. The archive is accepted only if it has the hash that the operator has
 * read in the signed manifest.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import type { LndRelease } from '../lnd-release.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import { findLndProgram, programInDataFolder } from './lnd-program.ts';

export interface LndDownload {
  readonly release: LndRelease;
  /** The expected SHA-256 of the archive, in lower-case hex. */
  readonly sha256: string;
  readonly dataDir: string;
  readonly random: Random;
  readonly tell: (sentence: string) => void;
  readonly limits?: Partial<DownloadLimits>;
}

export interface DownloadLimits {
  readonly connectMs: number;
  /** The longest time for which nothing may arrive before the download fails. */
  readonly silenceMs: number;
  readonly maxArchiveBytes: number;
  readonly maxProgramBytes: number;
}

/**
 * Limits well above today's sizes: an archive of LND has some 60 MB, and the program some 80 MB.
 */
const LIMITS: DownloadLimits = {
  connectMs: 15_000,
  silenceMs: 60_000,
  maxArchiveBytes: 250_000_000,
  maxProgramBytes: 400_000_000,
};

/**
 * Downloads LND into the data folder. Nothing is unpacked before the hash is known to be right, and
 * no file of a failed download stays.
 */
export async function downloadLnd(download: LndDownload): Promise<void> {
  const { dataDir, release, sha256, random } = download;
  const limits = { ...LIMITS, ...download.limits };
  const draftOf = (what: string) => join(dataDir, `.${what}.${bytesToHex(random.bytes(6))}`);
  const archive = await openNameless(draftOf('lnd-archive'));
  const program = draftOf('lnd');
  try {
    const found = await fetchInto(archive, download, limits);
    if (found !== sha256) {
      throw new ManagedNodeError(
        `the archive has the SHA-256 ${found}, and not ${sha256}: it is not what the makers of ` +
          'LND have signed, or the hash belongs to another file. Nothing was unpacked',
      );
    }
    await unpack(archive, release, program, limits);
    const { version } = await findLndProgram(program, dataDir);
    if (version !== release.version) {
      throw new ManagedNodeError(`the archive holds LND ${version}, and not ${release.version}`);
    }
    await rename(program, programInDataFolder(dataDir));
  } finally {
    await archive.close();
    await rm(program, { force: true });
  }
}

/**
 * Opens a file without a name, so that the system removes it when this process ends, however that
 * happens.
 */
async function openNameless(path: string): Promise<FileHandle> {
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

const TELL_EVERY_BYTES = 10_000_000;

/** Writes the answer of the server into the file, and returns its SHA-256. */
async function fetchInto(
  file: FileHandle,
  { release, tell }: LndDownload,
  { connectMs, silenceMs, maxArchiveBytes }: DownloadLimits,
): Promise<string> {
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  const hash = createHash('sha256');
  let bytes = 0;
  let told = 0;
  try {
    tell(`fetching ${release.url}`);
    const body = await follow(agent, release.url);
    for await (const chunk of body) {
      // Writing at a given position leaves the file's offset at 0, where tar begins to read.
      await writeAt(file, chunk, bytes);
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > maxArchiveBytes) {
        throw new ManagedNodeError(`the archive is longer than ${maxArchiveBytes} bytes`);
      }
      if (bytes - told >= TELL_EVERY_BYTES) {
        told = bytes;
        tell(`${Math.floor(bytes / 1_000_000)} MB have arrived`);
      }
    }
  } catch (cause) {
    if (cause instanceof ManagedNodeError) throw cause;
    throw new ManagedNodeError(`the archive did not arrive from ${release.url}`, { cause });
  } finally {
    await agent.destroy();
  }
  return hash.digest('hex');
}

async function writeAt(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const rest = chunk.subarray(written);
    written += (await file.write(rest, 0, rest.length, position + written)).bytesWritten;
  }
}

/** The most redirects that are followed. GitHub redirects a download to another host. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function follow(agent: Agent, from: string): Promise<AsyncIterable<Uint8Array>> {
  let url = from;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await request(url, { dispatcher: agent });
    if (answer.statusCode === 200) return bytesOf(answer);
    answer.body.on('error', () => undefined).destroy();
    if (!REDIRECTS.has(answer.statusCode)) {
      throw new ManagedNodeError(
        `${url} answered with status ${answer.statusCode}` +
          (answer.statusCode === 404 ? ': there is no such version, or not for this machine' : ''),
      );
    }
    const next = URL.parse(`${answer.headers['location']}`, url);
    if (next === null || !mayFollow(next, url)) {
      throw new ManagedNodeError(`${url} redirects to where nothing is fetched from`);
    }
    url = next.href;
  }
  throw new ManagedNodeError(`${from} redirects more than ${MAX_REDIRECTS} times`);
}

/**
 * Whether a redirect may be followed. It must not lead to plain HTTP, except on the same host. The
 * hash already protects what is accepted; refusing plain HTTP only hides from others what is
 * fetched.
 */
const mayFollow = ({ protocol, origin }: URL, from: string): boolean =>
  protocol === 'https:' || origin === new URL(from).origin;

async function* bytesOf({ body }: Dispatcher.ResponseData): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}

/**
 * Unpacks the program. tar only prints it and writes no file, so that nothing in the archive can
 * name another place on the disk.
 */
async function unpack(
  archive: FileHandle,
  { member, archive: name }: LndRelease,
  program: string,
  { maxProgramBytes }: DownloadLimits,
): Promise<void> {
  const file = await open(program, 'wx', 0o700);
  try {
    // The output is read from the start on: if tar ended before that, Node.js would discard what it
    // has printed.
    const tar = spawn('tar', ['-xzOf', '-', member], { stdio: [archive.fd, 'pipe', 'ignore'] });
    const ended = once(tar, 'close');
    // The error is not lost, because `ended` is awaited after the output was read. Without this
    // handler, Node.js would report the error as unhandled before that.
    ended.catch(() => undefined);
    let bytes = 0;
    for await (const chunk of tar.stdout ?? []) {
      if (!(chunk instanceof Uint8Array)) continue;
      await writeAt(file, chunk, bytes);
      bytes += chunk.length;
      if (bytes > maxProgramBytes) {
        tar.kill('SIGKILL');
        throw new ManagedNodeError(
          `the program in ${name} is longer than ${maxProgramBytes} bytes`,
        );
      }
    }
    const status: unknown = await statusOf(ended);
    if (status !== 0 || bytes === 0) {
      throw new ManagedNodeError(`${name} holds no ${member} that tar can unpack`);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(program, 0o755);
}

async function statusOf(ended: Promise<unknown[]>): Promise<unknown> {
  try {
    return (await ended)[0];
  } catch (cause) {
    throw new ManagedNodeError('the program tar, which unpacks the archive, cannot be run', {
      cause,
    });
  }
}
