import { createDice } from '../../test/crash/dice.ts';
import type { Item, Order } from '../../test/crash/order-book.ts';
import { checkWorld, loadOf, untilPaymentsLeave, untilQuiet } from '../../test/crash/world.ts';
import { askUntilTold } from './ask-until-told.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { countLosses } from './count-losses.ts';
import type { DrillKind } from './drill-kinds.ts';
import type { DrillReport } from './drill-sums.ts';
import { payExternalOnce } from './pay-external-once.ts';
import { strikeUnderLoad } from './strike-under-load.ts';

const HOLD_MS = [30, 1500] as const;
const QUIET_LIMIT_MS = 240_000;
const SETTLE_LIMIT_MS = 60_000;

/** Plays a drill: load, damage, what the operator does about it, repeated calls, check. */
export async function playDrill(
  world: ClusterWorld,
  kind: DrillKind,
  { seed, name }: { readonly seed: number; readonly name: string },
): Promise<DrillReport> {
  const { book, installation } = world;
  const manner = { name, holdMs: HOLD_MS, isAllHeld: false };
  const load = await loadOf(world, createDice(seed), manner);
  const before = { orders: book.orders.length, invoices: book.invoices.size };

  book.areFaultsExpected = true;
  const pauses = await strikeUnderLoad(world, load, kind);
  const isQuiet =
    (await untilPaymentsLeave(world, QUIET_LIMIT_MS)) && (await untilQuiet(world, QUIET_LIMIT_MS));
  book.areFaultsExpected = false;
  const orders = book.orders.slice(before.orders);
  const inDoubt = orders.filter(wasInDoubt);
  // The settled payments are read before callers repeat their calls, which makes further ones.
  const there = await readSettledHashes(world);
  const untold = await askUntilTold(load, orders);
  const unpaid = await payExternalOnce(load, installation.baseUrls.length);
  const isQuietAgain = await untilQuiet(world, QUIET_LIMIT_MS);
  const { violations } = await checkWorld(world, SETTLE_LIMIT_MS);
  const dead = installation.processes.filter(({ isRunning }) => !isRunning);
  return {
    kind: kind.name,
    acknowledged:
      orders.flatMap(({ items }) => items).filter(isPaid).length +
      book.invoices.size -
      before.invoices,
    ...(await countLosses(world)),
    inDoubtButThere: inDoubt
      .flatMap(({ items }) => items)
      .filter(({ paymentHash }) => paymentHash !== null && there.has(paymentHash)).length,
    ...pauses,
    violations: [
      ...violations,
      ...(isQuiet && isQuietAgain ? [] : ['something was still under way after four minutes']),
      ...(untold === 0 ? [] : [`${untold} calls in doubt were never told`]),
      ...unpaid,
      ...dead.map((one) => `a process ended by itself:\n${one.output().slice(-3000)}`),
    ],
  };
}

const isPaid = ({ verdict }: Item): boolean => verdict === 'paid';

async function readSettledHashes({ installation }: ClusterWorld): Promise<ReadonlySet<string>> {
  const rows = await installation.withDatabase((database) =>
    database.query(
      (sql) => sql<{ hash: string }[]>`
        select encode(payment_hash, 'hex') as hash from payment where state = 'settled'`,
    ),
  );
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Whether the first answer to an order left its outcome open: there was none, or it said nothing
 * about the order.
 */
const wasInDoubt = ({ answers: [first = 'none'] }: Order): boolean =>
  first === 'none' || first.startsWith('5');
