/**
 * Starts LND when the service starts, restarts it whenever it ends, and ends it with the service.
 */

import { createFailures } from '../../base/backoff.ts';
import { ownerFile, type StartedProgram } from '../../system/child-program.ts';
import { readOrNull } from '../../system/data-folder.ts';
import { renderLndConf } from '../lnd-conf.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import type { NodeRecord } from '../node-record.ts';
import { claimNode } from './claim-node.ts';
import {
  isServing,
  launch,
  type ManagedNodeOptions,
  requireNetwork,
  waitUntilReady,
  whyEnded,
} from './launch.ts';
import { endLnd, findLnd, killLnd } from './lnd-process.ts';
import { hasWallet, isFile, notSetUp, readNodeRecord, UNFINISHED } from './node-files.ts';
import { type NodeFolder, nodeFolder } from './node-folder.ts';
import { isRescanOrdered } from './rescan-order.ts';

export interface NodeKeeper {
  /** Resolves once LND answers calls, though it may still have to catch up with the chain. */
  start(): Promise<void>;
  /**
   * Ends LND and waits for that. With `isUrgent`, this process has only seconds before it is
   * killed, so LND is killed soon if it does not end.
   */
  end(isUrgent?: boolean): Promise<void>;
}

export interface NodeKeeperOptions extends ManagedNodeOptions {
  readonly watch: NodeWatch;
}

/** Port: is told how LND fares while a service keeps it running. */
export interface NodeWatch {
  /** LND has ended by itself, or could not be started again; `detail` says why. */
  ended(detail: string): Promise<void>;
  /** LND has run for a while without ending, after earlier ends or failed starts. */
  runs(): Promise<void>;
}

/**
 * The time that LND gets to end before it is killed, when this process itself is about to be
 * killed.
 */
const URGENT_MS = 3000;

export function createNodeKeeper(options: NodeKeeperOptions): NodeKeeper {
  const folder = nodeFolder(options.dataDir);
  const owner = ownerFile(folder.ownerFile);
  const stopping = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  let ending: Promise<void> | null = null;

  const finish = async (): Promise<void> => {
    stopping.abort();
    await keeping;
    if (!(await owner.isOurs())) return;
    await endLnd(folder, options.clock);
    await owner.remove();
  };
  const killSoon = async (ended: AbortSignal): Promise<void> => {
    await options.clock.sleep(URGENT_MS, ended);
    if (!ended.aborted && (await owner.isOurs())) await killLnd(folder);
  };
  return {
    async start() {
      const starting = claimAndBringUp(options, folder, stopping.signal);
      keeping = starting.then(
        (child) => keepUp(options, folder, child, stopping.signal),
        () => undefined,
      );
      try {
        await starting;
      } catch (error) {
        ending ??= finish();
        await ending;
        throw error;
      }
    },
    async end(isUrgent = false) {
      const ended = new AbortController();
      if (isUrgent) void killSoon(ended.signal);
      ending ??= finish();
      await ending.finally(() => ended.abort());
    },
  };
}

async function readCompleteRecord(
  { settings }: ManagedNodeOptions,
  folder: NodeFolder,
): Promise<NodeRecord> {
  const record = await readNodeRecord(folder);
  if (record === null) throw notSetUp(folder);
  requireNetwork(record.network, settings);
  const hasAll =
    (await hasWallet(folder, record.network)) &&
    (await isFile(folder.passwordFile)) &&
    (await isFile(folder.macaroonFile));
  if (!hasAll) throw new ManagedNodeError(UNFINISHED);
  return record;
}

async function claimAndBringUp(
  options: ManagedNodeOptions,
  folder: NodeFolder,
  signal: AbortSignal,
): Promise<StartedProgram | null> {
  const record = await readCompleteRecord(options, folder);
  await claimNode(folder);
  return await bringUp(options, folder, record, signal);
}

/**
 * Keeps an LND running that a killed service has left, if its settings are unchanged; otherwise
 * starts LND.
 */
async function bringUp(
  options: ManagedNodeOptions,
  folder: NodeFolder,
  { ports }: NodeRecord,
  signal: AbortSignal,
): Promise<StartedProgram | null> {
  const { settings, clock, log } = options;
  const plan = { folder, mayMove: true, isReady: isServing, mayRescan: true, signal };
  const pid = await findLnd(folder);
  const conf = renderLndConf({ settings, ports });
  if (pid !== null && conf === (await readOrNull(folder.conf))) {
    log.info({ pid }, 'LND runs already');
    await waitUntilReady(options, plan, { ports, child: null });
    return null;
  }
  if (pid !== null) {
    log.info({ pid }, 'LND runs with other settings: it is started again');
    await endLnd(folder, clock);
  }
  return (await launch(options, plan)).child;
}

const LOOK_EVERY_MS = 1000;
/** The pauses before LND is started again, which grow while it ends again and again. */
const PAUSES = { firstMs: 1000, maxMs: 300_000 };
/** The time after which LND counts as healthy: its next end then counts as the first one. */
const HEALTHY_MS = 600_000;

/** Starts LND again whenever it has ended, until the signal aborts. */
async function keepUp(
  options: NodeKeeperOptions,
  folder: NodeFolder,
  first: StartedProgram | null,
  signal: AbortSignal,
): Promise<void> {
  const { settings, clock, log, random, watch } = options;
  const plan = { folder, mayMove: false, isReady: isServing, mayRescan: true, signal };
  const failures = createFailures(PAUSES, random);
  let upSinceMs = clock.monotonicMs();
  let ends = 0;
  let child = first;
  let isUp = true;
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    try {
      if (signal.aborted) return;
      const isOrdered = isUp && (await isRescanOrdered(folder));
      if (isOrdered) await endLnd(folder, clock);
      if ((await findLnd(folder)) !== null) {
        if (clock.monotonicMs() - upSinceMs <= HEALTHY_MS) continue;
        failures.end();
        ends = 0;
        await watch.runs();
        continue;
      }
      if (isUp && !isOrdered) {
        ends += 1;
        const why = await whyEnded(folder, settings.network, child);
        await watch.ended(`LND has ended and is started again${timesSaid(ends)}: ${why}`);
      }
      isUp = false;
      if (!isOrdered) await clock.sleep(failures.note(null).pauseMs, signal);
      if (signal.aborted) return;
      ({ child } = await launch(options, plan));
      isUp = true;
      upSinceMs = clock.monotonicMs();
      log.info({}, 'LND serves again');
    } catch (error) {
      if (signal.aborted) return;
      ends += 1;
      const why = error instanceof Error ? error.message : String(error);
      await watch.ended(`LND could not be started again${timesSaid(ends)}: ${why}`);
    }
  }
}

const timesSaid = (ends: number): string =>
  ends === 1 ? '' : ` (failure ${ends} without ten good minutes in between)`;
