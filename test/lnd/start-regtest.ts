import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardByShell } from '../support/guard-shell.ts';
import { type LndBinary, type RegtestPlace, runScript, scriptVariables } from './regtest.ts';

export interface RegtestOptions {
  /** The folder of the binaries, which are built once and used again by later runs. */
  readonly binaries: string;
  /**
   * The folder in which chain, wallets and channels are kept for the next run; null for a network
   * that is used only once.
   */
  readonly folder: string | null;
  readonly lnd?: LndBinary;
}

export interface StartedRegtest {
  readonly place: RegtestPlace;
  stop(): Promise<void>;
}

/**
 * The default folder of the binaries. It is outside of the repository, and not in a folder that the
 * system cleans up.
 */
export const defaultBinaries = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'satchel', 'lnd-0.21.3');

const SCRIPT = join(import.meta.dirname, '../../tools/lnd/regtest.sh');

/**
 * Builds missing binaries and starts the network, which ends with this process, in whatever way
 * that ends.
 */
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

/**
 * Running builds by command and folder. Networks that start at the same time share what is built
 * once.
 */
const builds = new Map<string, Promise<void>>();

/**
 * Builds LND. Both variants are built one after the other, because the second build reuses most of
 * the first.
 */
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

/** Builds binaries and shows the output, because building takes minutes with empty caches. */
async function build(command: string, binaries: string): Promise<void> {
  const building = spawn(SCRIPT, [command, binaries], { stdio: 'inherit' });
  const status = await new Promise((resolve) => building.on('exit', resolve));
  if (status !== 0) throw new Error('LND could not be built');
}

const PORTS = 40;
const FIRST = 15_000;
/** The highest port to use, below the ports that the system gives to outgoing connections. */
const LAST = 32_000;
/** Ports of this process's networks that are not in use yet. */
const given = new Set<number>();

/**
 * Finds free ports. The search begins at a place that depends on the process id, and goes round
 * from there, so that processes do not choose the same ones.
 */
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

/**
 * Starts a shell that waits for the end of its input, which is also closed when this process ends.
 */
function guardNetwork(place: RegtestPlace, isRemoved: boolean): () => Promise<void> {
  const script = 'cat > /dev/null; "$1" "$3" "$2" > /dev/null 2>&1; [ "$3" = down ] || rm -rf "$2"';
  const args = [SCRIPT, place.folder, isRemoved ? 'wipe' : 'down'];
  return guardByShell(script, args, { ...process.env, ...scriptVariables(place) });
}
