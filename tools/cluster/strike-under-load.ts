import { setTimeout as wait } from 'node:timers/promises';
import type { Load } from '../../test/crash/load.ts';
import { keysendInternally, LOAD_MIX, payTheOperator } from '../../test/crash/load-steps.ts';
import { runLoad } from '../../test/crash/run-load.ts';
import { within } from '../../test/crash/within.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { ClusterWorld } from './cluster-world.ts';
import type { DrillKind } from './drill-kinds.ts';
import { longestPause, type Pauses } from './drill-sums.ts';

/** Fewer than a machine of this size could, so that the cluster has a share of it, too. */
const PACE = { stepsMax: 100_000, pauseMs: 500 };
/** After a promotion an invoice that the service did not make is one that may have been lost. */
const MIX = LOAD_MIX.filter(([, step]) => step !== payTheOperator);
const PROBING_LANES = 4;
const PROBE_PAUSE_MS = 100;
const WARM_UP_MS = 3000;
const GOES_ON_MS = 4000;
/** So many calls must have been acknowledged before the cluster counts as back. */
const BACK_AFTER = 20;
const BACK_LIMIT_MS = 180_000;
const EXTERNAL_LIMIT_MS = 400_000;
/** A stop comes up to this long after its cause. */
const STEADY_MS = 8000;
const END_LIMIT_MS = 240_000;

/** The cluster is whole again afterwards, and payments may leave over the node. */
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
  // What fails first is told; what fails for that is not.
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

/** All the time, so that each moment without an answer is seen. */
async function repeat(work: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await work();
    await wait(PROBE_PAUSE_MS);
  }
}

async function readBalance(load: Load): Promise<void> {
  await load.call(load.dice.pick(load.wallets), { path: '/balance' });
}

/** Looks until it holds for good; answers how long after the strike that was. */
async function untilSteady(holds: () => Promise<boolean>, struckMs: number): Promise<number> {
  let failedMs = struckMs;
  while (performance.now() - failedMs < STEADY_MS) {
    if (!(await holds())) failedMs = performance.now();
    await wait(200);
  }
  return failedMs - struckMs;
}
