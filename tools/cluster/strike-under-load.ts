import { setTimeout as wait } from 'node:timers/promises';
import type { Load } from '../../test/crash/load.ts';
import { keysendInternally, LOAD_MIX, payTheOperator } from '../../test/crash/load-steps.ts';
import { runLoad } from '../../test/crash/run-load.ts';
import { within } from '../../test/crash/within.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { ClusterWorld } from './cluster-world.ts';
import type { DrillKind } from './drill-kinds.ts';
import { longestPause, type Pauses } from './drill-sums.ts';

/**
 * The pace of the load, which is below what the machine could do, so that the cluster gets a share
 * of it as well.
 */
const PACE = { stepsMax: 100_000, pauseMs: 500 };
/**
 * The steps of the load. Paying the operator is left out, because after a promotion an invoice that
 * the service did not make counts as one that it may have lost.
 */
const MIX = LOAD_MIX.filter(([, step]) => step !== payTheOperator);
const PROBING_LANES = 4;
const PROBE_PAUSE_MS = 100;
const WARM_UP_MS = 3000;
const GOES_ON_MS = 4000;
/** The number of calls that must be acknowledged before the cluster counts as back. */
const BACK_AFTER = 20;
const BACK_LIMIT_MS = 180_000;
const EXTERNAL_LIMIT_MS = 400_000;
/** The longest time after its cause in which a stop of payments may still come. */
const STEADY_MS = 8000;
const END_LIMIT_MS = 240_000;

/**
 * Damages the cluster under load, and waits until it is whole and payments may leave over the node
 * again.
 */
export async function strikeUnderLoad(
  { cluster, client, installation }: ClusterWorld,
  load: Load,
  kind: DrillKind,
): Promise<Pauses> {
  const earlier = { writes: client.writtenAtMs.length, reads: client.readAtMs.length };
  const ending = new AbortController();
  const isOver = (): boolean => ending.signal.aborted;
  const running = Promise.all([
    runLoad(load, isOver, PACE, MIX),
    ...Array.from({ length: PROBING_LANES }, () => repeat(() => keysendInternally(load), isOver)),
    repeat(() => readBalance(load), isOver),
  ]);
  // The first failure is reported where it happens, so the failures that follow from it are
  // ignored.
  running.catch(() => undefined);
  try {
    await wait(WARM_UP_MS);
    const struckMs = performance.now();
    const external = untilSteady(installation.mayLeave, struckMs);
    external.catch(() => undefined);
    const mend = await kind.strike(cluster);
    const backFrom = client.writtenAtMs.length;
    await eventually(
      'calls are acknowledged again',
      () => (client.writtenAtMs.length >= backFrom + BACK_AFTER ? true : null),
      BACK_LIMIT_MS,
    );
    await mend();
    await wait(GOES_ON_MS);
    ending.abort();
    await within(END_LIMIT_MS, 'the end of the load', running);
    await cluster.untilWhole();
    return {
      writesMs: longestPause(client.writtenAtMs.slice(earlier.writes), struckMs),
      readsMs: longestPause(client.readAtMs.slice(earlier.reads), struckMs),
      externalMs: await within(EXTERNAL_LIMIT_MS, 'payments over the node', external),
    };
  } finally {
    ending.abort();
  }
}

/** Repeats a call all the time, so that every moment without an answer is noticed. */
async function repeat(work: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await work();
    await wait(PROBE_PAUSE_MS);
  }
}

async function readBalance(load: Load): Promise<void> {
  await load.call(load.dice.pick(load.wallets), { path: '/balance' });
}

/**
 * Waits until something holds without interruption. Returns how long after the damage that began.
 */
async function untilSteady(holds: () => Promise<boolean>, struckMs: number): Promise<number> {
  let failedMs = struckMs;
  while (performance.now() - failedMs < STEADY_MS) {
    if (!(await holds())) failedMs = performance.now();
    await wait(200);
  }
  return failedMs - struckMs;
}
