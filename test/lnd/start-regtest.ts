import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardByShell } from '../support/guard-shell.ts';
import { type LndBinary, type RegtestPlace, runScript, scriptVariables } from './regtest.ts';

export interface RegtestOptions {
  /** Binaries are built there once and used again by the next run. */
  readonly binaries: string;
  /** Where chain, wallets and channels stay for the next run; null for a network of one run. */
  readonly folder: string | null;
  readonly lnd?: LndBinary;
}

export interface StartedRegtest {
  readonly place: RegtestPlace;
  stop(): Promise<void>;
}

/** Outside the tree, and not where the system clears up. */
export const defaultBinaries = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'satchel', 'lnd-0.21.3');

const SCRIPT = join(import.meta.dirname, '../../tools/lnd/regtest.sh');

/** Builds what is missing and starts the network; it ends with this process, however that comes. */
export async function startRegtest({
  binaries,
  folder,
  lnd = 'lnd',
}: RegtestOptions): Promise<StartedRegtest> {
  await buildLnd(binaries, lnd);
  const place = {
    lnd,
    binaries: join(binaries, 'bin'),
    folder: folder ?? (await mkdtemp(join(tmpdir(), 'satchel-lnd-'))),
    firstPort: await findFreePorts(),
  };
  const stop = guardNetwork(place, folder === null);
  await runScript(place, 'up');
  return { place, stop };
}

/** By command and folder: networks that start side by side share what is built once. */
const builds = new Map<string, Promise<void>>();

/** One after the other, as the second build uses most of what the first one compiled. */
async function buildLnd(binaries: string, lnd: LndBinary): Promise<void> {
  await buildOnce('build', binaries);
  if (lnd === 'lnd-mended') await buildOnce('build-mended', binaries);
}

function buildOnce(command: string, binaries: string): Promise<void> {
  const key = `${command} ${binaries}`;
  const begun = builds.get(key) ?? build(command, binaries);
  builds.set(key, begun);
  return begun;
}

/** The output of the build is shown: from cold caches it takes minutes. */
async function build(command: string, binaries: string): Promise<void> {
  const building = spawn(SCRIPT, [command, binaries], { stdio: 'inherit' });
  const status = await new Promise((resolve) => building.on('exit', resolve));
  if (status !== 0) throw new Error('LND could not be built');
}

const PORTS = 40;
const FIRST = 15_000;
/** Below the ports that the system gives away. */
const LAST = 32_000;
/** Networks of this process whose ports are not in use yet. */
const given = new Set<number>();

/** Processes begin at different places, and go round from there. */
async function findFreePorts(): Promise<number> {
  const places = Math.floor((LAST - FIRST) / PORTS);
  for (let count = 0; count < places; count += 1) {
    const first = FIRST + PORTS * ((process.pid + count) % places);
    if (given.has(first)) continue;
    given.add(first);
    const ports = Array.from({ length: PORTS }, (_, index) => first + index);
    const taken = await Promise.all(ports.map(isTaken));
    if (!taken.includes(true)) return first;
  }
  throw new Error(`no ${PORTS} free ports in a row`);
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}

/** A shell that waits for the end of its input, which the end of this process closes too. */
function guardNetwork(place: RegtestPlace, isRemoved: boolean): () => Promise<void> {
  const script = 'cat > /dev/null; "$1" "$3" "$2" > /dev/null 2>&1; [ "$3" = down ] || rm -rf "$2"';
  const args = [SCRIPT, place.folder, isRemoved ? 'wipe' : 'down'];
  return guardByShell(script, args, { ...process.env, ...scriptVariables(place) });
}
