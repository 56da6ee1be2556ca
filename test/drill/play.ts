import { setTimeout as wait } from 'node:timers/promises';
import { createDice, type Dice } from '../crash/dice.ts';
import type { Load } from '../crash/load.ts';
import { describe, type Order, type OrderBook } from '../crash/order-book.ts';
import { askUntold, repeatOrders } from '../crash/repeat-orders.ts';
import { runLoad } from '../crash/run-load.ts';
import { within } from '../crash/within.ts';
import { checkWorld, loadOf, untilPaymentsLeave, untilQuiet, type World } from '../crash/world.ts';
import type { Cluster } from './cluster.ts';
import { type Pauses, watchPauses } from './pauses.ts';

/** A drill that is being played. */
export interface Drill {
  readonly world: World;
  readonly cluster: Cluster;
  readonly dice: Dice;
  readonly load: Load;
  readonly pauses: Pauses;
}

export interface DrillPlan {
  readonly name: string;
  readonly seed: number;
  /** How long payees keep what they hold. */
  readonly holdMs?: readonly [number, number];
  readonly isAllHeld?: boolean;
  /** What happens under load. */
  strike(drill: Drill): Promise<void>;
}

export interface DrillReport {
  readonly violations: readonly string[];
  /** For the reader: what was seen, and is not asserted. */
  readonly notes: readonly string[];
}

/** Callers go on through all of it, at their leisure. */
const PACE = { stepsMax: 500, pauseMs: 120 };
const LOAD_END_LIMIT_MS = 240_000;
const REPEAT_LIMIT_MS = 120_000;
const QUIET_LIMIT_MS = 180_000;
const SETTLE_LIMIT_MS = 60_000;

/**
 * Load, a strike, load; callers ask again until each is told; nothing is under way any more; check
 * of all books against what was told and what the node says.
 */
export async function playDrill(
  world: World,
  cluster: Cluster,
  plan: DrillPlan,
): Promise<DrillReport> {
  const { holdMs = [30, 700], isAllHeld = false, name, seed } = plan;
  const dice = createDice(seed);
  const load = await loadOf(world, dice, { name, holdMs, isAllHeld });
  const { book, installation } = world;
  book.areFaultsExpected = true;
  const pauses = await watchPauses(world);
  const begunMs = performance.now();
  const times: string[] = [];
  const note = (what: string): void => {
    times.push(`${what} ${((performance.now() - begunMs) / 1000).toFixed(1)} s`);
  };
  let isOver = false;
  const running = runLoad(load, () => isOver, PACE);
  try {
    await wait(dice.between(1000, 2000));
    await plan.strike({ world, cluster, dice, load, pauses });
    await pauses.untilPaidAgain();
    await wait(dice.between(1500, 2500));
  } catch (error) {
    await pauses.end();
    throw error;
  } finally {
    isOver = true;
  }
  await within(LOAD_END_LIMIT_MS, 'the end of the load', running);
  note('load');
  const inDoubt = book.orders.filter(({ items }) =>
    items.some(({ verdict }) => verdict === 'unknown'),
  );
  await within(REPEAT_LIMIT_MS, 'the repeats', repeatOrders(load));
  note('repeats');
  await load.simulator.clearFaults(null);
  const isOpen = await untilPaymentsLeave(world, QUIET_LIMIT_MS);
  pauses.noteExternal();
  note('leave');
  // What is asked for once more may be paid only now, and be held by its payee.
  let isQuiet = true;
  let untold: readonly Order[] = [];
  for (let round = 0; round < 2; round += 1) {
    isQuiet = await untilQuiet(world, QUIET_LIMIT_MS);
    untold = await within(REPEAT_LIMIT_MS, 'the questions', askUntold(load));
  }
  const isQuietAtLast = await untilQuiet(world, QUIET_LIMIT_MS);
  note('told');
  await pauses.end();
  const { violations } = await checkWorld(world, SETTLE_LIMIT_MS, (text) =>
    isOfOperator(text, book),
  );
  note('checked');
  const ended = installation.roles.filter((role) => !installation.process(role).isRunning);
  return {
    violations: [
      ...violations,
      ...untold.filter(isKnownAgain).map((order) => `no one is told: ${describe(order)}`),
      ...((await isCompared(cluster)) ? [] : ['the node was not compared with this database']),
      ...(isOpen ? [] : ['payments over the node stay stopped']),
      ...(isQuiet && isQuietAtLast ? [] : ['something stays under way']),
      ...ended.map((role) => `the ${role} ended by itself`),
    ],
    notes: [
      `${book.orders.length} orders, ${inDoubt.length} in doubt after the load`,
      ...pauses.notes(),
      `over after: ${times.join(', ')}`,
    ],
  };
}

/** Since the last promotion, and without an operator. */
async function isCompared({ primary }: Cluster): Promise<boolean> {
  return await primary.run(async (sql) => {
    const rows = await sql`select from database_mark where timeline = current_timeline()`;
    return rows.length === 1;
  });
}

/** Another call without a key is another payment, once the first has failed. */
const isKnownAgain = ({ key, path }: Order): boolean => key !== null || path === '/relay';

/**
 * A comparison tells of invoices that it does not know and that were paid since the last look: the
 * operator's own are among them.
 */
function isOfOperator(text: string, { invoices, asked }: OrderBook): boolean {
  const [, hash = ''] = /alarm was raised: invoice_not_in_books of ([0-9a-f]{64})/.exec(text) ?? [];
  return hash !== '' && !invoices.has(hash) && !asked.has(hash);
}
