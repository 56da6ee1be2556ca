/** Starts, finds and ends the LND process of a data folder. */

import { open, rm, stat } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import {
  commandLineOf,
  endProgram,
  type StartedProgram,
  sendSignal,
  startProgram,
} from '../../system/child-program.ts';
import { readOrNull } from '../../system/data-folder.ts';
import { logFile, type NodeFolder } from './node-folder.ts';

/**
 * The time that LND gets to end before it is killed. Our examples for systemd and containers give
 * the service a minute.
 */
const END_TIMEOUT_MS = 45_000;
const END_POLL_MS = 100;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Starts LND in such a way that it goes on if the service is killed. A shell writes its own process
 * id into a file before it becomes LND, so a kill at any moment leaves no LND that the next service
 * cannot find.
 */
export async function startLnd(folder: NodeFolder, program: string): Promise<StartedProgram> {
  // The output of a crash can be long, and LND may crash again and again, so the file is removed
  // when it is too long.
  if (await isLongerThan(folder.outputFile, MAX_OUTPUT_BYTES)) await rm(folder.outputFile);
  const lnd = [program, `--configfile=${folder.conf}`, lndDirArgument(folder)];
  return await startProgram({
    file: '/bin/sh',
    args: ['-c', 'echo $$ > "$0" && exec "$@"', folder.pidFile, ...lnd],
    env: null,
    logFile: folder.outputFile,
    account: null,
  });
}

const isLongerThan = (path: string, bytes: number): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > bytes,
    () => false,
  );

const lndDirArgument = ({ lndDir }: NodeFolder): string => `--lnddir=${lndDir}`;

/**
 * Finds the process id of this folder's LND; null when it does not run. The stored id may belong to
 * another process by now, so the command line must name this folder.
 */
export async function findLnd(folder: NodeFolder): Promise<number | null> {
  const pid = Number(await readOrNull(folder.pidFile));
  const words = await commandLineOf(pid);
  return words?.includes(` ${lndDirArgument(folder)} `) ? pid : null;
}

/**
 * Ends LND. While LND waits for bitcoind it ignores SIGTERM, so it is killed after a while; a kill
 * does not harm its data.
 */
export async function endLnd(folder: NodeFolder, clock: Clock): Promise<void> {
  const pid = await findLnd(folder);
  if (pid === null) return;
  const polling = { clock, pollMs: END_POLL_MS, timeoutMs: END_TIMEOUT_MS };
  const isRunning = async () => (await findLnd(folder)) === pid;
  if (await endProgram(polling, pid, ['SIGTERM', 'SIGKILL'], isRunning)) return;
  throw new Error(`LND (process ${pid}) does not end`);
}

export async function killLnd(folder: NodeFolder): Promise<void> {
  const pid = await findLnd(folder);
  if (pid !== null) sendSignal(pid, 'SIGKILL');
}

export const restUrlOf = (restPort: number): string => `https://127.0.0.1:${restPort}`;
export const grpcUrlOf = (rpcPort: number): string => `https://127.0.0.1:${rpcPort}`;

const FIRST_LINE = / LTND: Version Info /;
const MAX_TAIL_BYTES = 8192;
const MAX_LAST_LINES = 5;

/** Reads the last lines of LND's log since its last start: only errors if there are any. */
export async function lastWords(folder: NodeFolder, network: string): Promise<string> {
  const tail = (await readTail(logFile(folder, network))).split('\n').filter(Boolean);
  const lines = tail.slice(tail.findLastIndex((line) => FIRST_LINE.test(line)) + 1);
  const complaints = lines.filter((line) => /\[(?:ERR|CRT)\]/.test(line));
  const last = (complaints.length > 0 ? complaints : lines).slice(-MAX_LAST_LINES);
  return last.join(' / ');
}

async function readTail(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const start = Math.max(0, size - MAX_TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_TAIL_BYTES), {
      position: start,
    });
    const text = buffer.subarray(0, bytesRead).toString();
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    return '';
  }
}
