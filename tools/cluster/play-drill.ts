import { setTimeout as wait } from 'node:timers/promises';
import { createDice } from '../../test/crash/dice.ts';
import type { Load } from '../../test/crash/load.ts';
import { keysendInternally } from '../../test/crash/load-steps.ts';
import type { Order, OrderBook } from '../../test/crash/order-book.ts';
import { runLoad } from '../../test/crash/run-load.ts';
import { within } from '../../test/crash/within.ts';
import { checkWorld, loadOf, untilPaymentsLeave, untilQuiet } from '../../test/crash/world.ts';
import { eventually } from '../../test/support/eventually.ts';
import { askUntilTold } from './ask-until-told.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { countLosses } from './count-losses.ts';
import type { DrillKind } from './drill-kinds.ts';
import { type DrillReport, longestPause } from './drill-sums.ts';
import { payOutsideOnce } from './pay-outside-once.ts';

/** Fewer than a machine of this size could, so that the cluster has a share of it, too. */
const PACE = { stepsMax: 100_000, pauseMs: 500 };
const PROBING_LANES = 4;
const PROBE_PAUSE_MS = 100;
const WARM_UP_MS = 3000;
const GOES_ON_MS = 4000;
/** So many calls must have been acknowledged before the cluster counts as back. */
const BACK_AFTER = 20;
const BACK_LIMIT_MS = 180_000;
const OUTSIDE_LIMIT_MS = 400_000;
/** A stop comes up to this long after its cause. */
const STEADY_MS = 8000;
const END_LIMIT_MS = 240_000;
const QUIET_LIMIT_MS = 240_000;
const SETTLE_LIMIT_MS = 60_000;

/** Load, strike, what the operator does then, repeats, check. */
export async function playDrill(
  world: ClusterWorld,
  kind: DrillKind,
  { seed, name }: { readonly seed: number; readonly name: string },
): Promise<DrillReport> {
  const { book, cluster, client, installation } = world;
  const load = await loadOf(world, createDice(seed), {
    name,
    holdMs: [30, 1500],
    isAllHeld: false,
  });
  const before = { orders: book.orders.length, invoices: book.invoices.size };
  const earlier = client.acknowledgedAtMs.length;

  book.areFaultsExpected = true;
  let isOver = false;
  const running = Promise.all([runLoad(load, () => isOver, PACE), probe(load, () => isOver)]);
  await wait(WARM_UP_MS);
  const struckMs = performance.now();
  const watched = watchOutside(world, struckMs);
  const mend = await kind.strike(cluster);
  const backFrom = client.acknowledgedAtMs.length;
  await eventually(
    'calls are acknowledged again',
    () => (client.acknowledgedAtMs.length >= backFrom + BACK_AFTER ? true : null),
    BACK_LIMIT_MS,
  );
  await mend();
  await wait(GOES_ON_MS);
  isOver = true;
  await within(END_LIMIT_MS, 'the end of the load', running);
  const pauseMs = longestPause(client.acknowledgedAtMs.slice(earlier), struckMs);
  await cluster.untilWhole();
  const outsideMs = await within(OUTSIDE_LIMIT_MS, 'payments over the node', watched);

  const isQuiet =
    (await untilPaymentsLeave(world, QUIET_LIMIT_MS)) && (await untilQuiet(world, QUIET_LIMIT_MS));
  book.areFaultsExpected = false;
  const orders = book.orders.slice(before.orders);
  const inDoubt = orders.filter(wasInDoubt);
  const untold = await askUntilTold(load, orders);
  const unpaid = await payOutsideOnce(load, installation.baseUrls.length);
  const isQuietAgain = await untilQuiet(world, QUIET_LIMIT_MS);
  const { violations } = await checkWorld(world, SETTLE_LIMIT_MS);
  const dead = installation.processes.filter(({ isRunning }) => !isRunning);
  return {
    kind: kind.name,
    acknowledged: paidOf(orders) + book.invoices.size - before.invoices,
    ...(await countLosses(world)),
    inDoubtButThere: inDoubt.filter(({ items }) => items.some(isPaid)).length,
    pauseMs,
    outsideMs,
    violations: [
      ...violations,
      ...(isQuiet && isQuietAgain ? [] : ['something was still under way after four minutes']),
      ...(untold === 0 ? [] : [`${untold} calls in doubt were never told`]),
      ...unpaid,
      ...dead.map((one) => `a process ended by itself:\n${one.output().slice(-3000)}`),
    ],
  };
}

/** Small payments all the time, so that each moment without an answer is seen. */
async function probe(load: Load, isOver: () => boolean): Promise<void> {
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      await keysendInternally(load);
      await wait(PROBE_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: PROBING_LANES }, lane));
}

/** Looks until payments may leave for good; answers how long after the strike that was. */
async function watchOutside({ installation }: ClusterWorld, struckMs: number): Promise<number> {
  let closedMs = struckMs;
  while (performance.now() - closedMs < STEADY_MS) {
    if (!(await installation.mayLeave())) closedMs = performance.now();
    await wait(200);
  }
  return closedMs - struckMs;
}

const isPaid = ({ verdict }: OrderBook['orders'][number]['items'][number]): boolean =>
  verdict === 'paid';

const paidOf = (orders: readonly Order[]): number =>
  orders.flatMap(({ items }) => items).filter(isPaid).length;

/** No answer came, or one that says nothing of the call. */
const wasInDoubt = ({ answers: [first = 'none'] }: Order): boolean =>
  first === 'none' || first.startsWith('5');
