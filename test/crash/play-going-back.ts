import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { DrillServer } from '../support/drill-server.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, textField } from '../support/fields.ts';
import { openCommands } from '../support/service-commands.ts';
import { readBooksSide } from './books-side.ts';
import { createDice, type Dice } from './dice.ts';
import { captureEarlier, type EarlierState } from './earlier-state.ts';
import type { GoingBackDatabase } from './going-back-database.ts';
import { findWrongs } from './gone-back-checks.ts';
import type { GoneBack, Released } from './gone-back-evidence.ts';
import type { Load } from './load.ts';
import { beSentKeysend } from './load-steps.ts';
import { readNodeSide } from './node-side.ts';
import { payFromExternalNode } from './pay-from-external.ts';
import type { RoundPlan } from './plan.ts';
import { repeatOrders } from './repeat-orders.ts';
import type { RoundReport } from './round.ts';
import { runLoad } from './run-load.ts';
import { serve } from './service-process.ts';
import { readStops, readTableState, type TableState } from './table-state.ts';
import { setWeather } from './weather.ts';
import { within } from './within.ts';
import { loadOf, readBalances, untilQuiet, type World } from './world.ts';

const LOAD_END_LIMIT_MS = 240_000;
const REPEAT_LIMIT_MS = 120_000;
const QUIET_LIMIT_MS = 60_000;
const SETTLE_LIMIT_MS = 30_000;

/** Callers go on through all of it, at their leisure. */
const PACE = { stepsMax: 600, pauseMs: 250 };

interface Play {
  readonly world: World;
  readonly plan: RoundPlan;
  readonly dice: Dice;
  readonly load: Load;
  readonly database: GoingBackDatabase;
}

/** For those who want more to happen. */
export interface Moments {
  /** After the earlier state was kept. */
  readonly beforeKill?: (load: Load) => Promise<void>;
  /** When all is quiet, before an operator looks. */
  readonly beforeRelease?: (database: GoingBackDatabase) => Promise<void>;
}

/**
 * Load, an earlier state is kept, more load, `kill -9`, the earlier state takes the place of the
 * database; callers ask again, an operator compares and releases, callers ask once more, check.
 */
export async function playGoingBack(
  world: World,
  plan: RoundPlan,
  { beforeKill, beforeRelease }: Moments = {},
): Promise<RoundReport> {
  const { installation, book } = world;
  const database = installation.goingBack;
  assert(database !== null, 'the database of this installation can go back');
  const dice = createDice(plan.seed);
  const manner = { name: `r${plan.number}`, holdMs: [30, 700] as const, isAllHeld: false };
  const load = await loadOf(world, dice, manner);
  const play: Play = { world, plan, dice, load, database };
  book.areFaultsExpected = true;
  await setWeather(load.simulator, dice, plan);

  let isOver = false;
  const running = runLoad(load, () => isOver, PACE);
  const earlier = await keepEarlier(play, async () => {
    isOver = true;
    await within(LOAD_END_LIMIT_MS, 'the end of the load', running);
    await untilQuiet(world, QUIET_LIMIT_MS);
  });
  if (!isOver) await wait(dice.between(0, 2000));
  await beforeKill?.(load);
  const complaints = [...book.complaints];
  const { readBefore, ...returned } = await putBack(play, earlier);
  const startedMs = performance.now();
  const further = isOver ? runLoad(load, () => false, { stepsMax: 60, pauseMs: 20 }) : running;
  if (!installation.process('all').isRunning) {
    await serve(installation.launch('all', plan.strike.program));
  }
  await wait(dice.between(500, 4000));
  isOver = true;
  await within(LOAD_END_LIMIT_MS, 'the end of the load', further);
  await within(REPEAT_LIMIT_MS, 'the repeats', repeatOrders(load));
  await load.simulator.clearFaults(null);

  const goneBack = { ...returned, before: await readBefore() };
  const isQuiet = await untilQuiet(world, QUIET_LIMIT_MS);
  const recoveryMs = performance.now() - startedMs;
  await beforeRelease?.(database);
  const released = await compareAndLiftStop(play);
  await goOn(load);
  await within(REPEAT_LIMIT_MS, 'the repeats', repeatOrders(load));
  const isQuietAgain = await untilQuiet(world, QUIET_LIMIT_MS);
  const wrongs = await checkUntilRight(play, goneBack, released);
  return {
    violations: [
      ...complaints,
      ...wrongs,
      ...(isQuiet ? [] : ['something was still under way a minute after the database went back']),
      ...(isQuietAgain ? [] : ['something was still under way a minute after the release']),
      ...endedByItself(play),
    ],
    hasReachedPoint: null,
    kills: plan.strike.victims,
    recoveryMs,
    chainMs: 0,
  };
}

/**
 * Often some payments are caught when they are only reserved, which is hardest to judge; sometimes
 * nothing is under way at all, so that nothing is lost.
 */
async function keepEarlier(
  { world, plan, dice, load, database }: Play,
  calmDown: () => Promise<void>,
): Promise<EarlierState> {
  const { way } = plan.strike;
  assert(way !== null, 'a way back was planned');
  const capture = () => captureEarlier(world.installation, database, way);
  await wait(dice.between(300, 1500));
  const manner = dice.pick(['as it is', 'as it is', 'reserved', 'reserved', 'reserved', 'calm']);
  if (manner === 'calm') await calmDown();
  if (manner !== 'reserved') return await capture();
  await load.simulator.setFault({ kind: 'frozen', calls: ['ListPayments'] });
  await wait(dice.between(50, 400));
  const earlier = await capture();
  await load.simulator.clearFaults('frozen');
  return earlier;
}

interface PutBack extends Omit<GoneBack, 'before'> {
  /** There is time for it later: the service is to have its database soon. */
  readBefore(): Promise<TableState>;
}

/** From `kill -9` until the earlier state answers at the address of the database. */
async function putBack(play: Play, earlier: EarlierState): Promise<PutBack> {
  const { world, plan, load, database } = play;
  const { installation } = world;
  const old = database.server;
  if (plan.strike.victims.includes('all')) {
    await Promise.all([old.kill(), installation.process('all').kill('SIGKILL')]);
  } else {
    await old.kill();
  }
  database.gate.close();
  await load.simulator.clearFaults('lost_events');
  await actWhileDown(play);
  let before: TableState | null = null;
  const serveKilled = async (): Promise<DrillServer> => {
    const killed = await database.folder.startFiles(old.directory);
    before = await readTableState(killed);
    return killed;
  };
  database.server = await earlier.serve(serveKilled);
  const put = await readTableState(database.server);
  const node = await readNodeSide(await installation.network(), world.marksAtFirst);
  database.gate.open(database.server.port);
  return {
    put,
    node,
    readBefore: async () => {
      if (before === null) await (await serveKilled()).kill();
      assert(before !== null, 'the last state was read');
      return before;
    },
  };
}

/** The world goes on: the node takes what comes. */
async function actWhileDown({ world, load }: Play): Promise<void> {
  const { invoices, asked, paidFromExternalNode } = world.book;
  const unpaid = [invoices, asked].flatMap((known) =>
    [...known.values()]
      .filter(({ paymentHash }) => !paidFromExternalNode.has(paymentHash))
      .slice(-3),
  );
  await Promise.all([
    ...unpaid.map((invoice) => payFromExternalNode(load, invoice.bolt11, invoice.paymentHash)),
    beSentKeysend(load),
  ]);
}

/** What an operator does, as docs/operating.md says. */
async function compareAndLiftStop({ world, database }: Play): Promise<Released> {
  const { installation, marksAtFirst } = world;
  const stops = await readStops(database.server);
  const node = await readNodeSide(await installation.network(), marksAtFirst);
  const commands = openCommands(installation.env, installation.dataDir);
  try {
    const compared = await commands.cli('node', 'compare');
    const isDue = field(compared, 'due') === true;
    const books = await installation.withDatabase((opened) => readBooksSide(opened));
    // Where nothing was missing the service may have been quicker.
    if (isDue) await commands.cli('node', 'release').catch(() => undefined);
    const differences = listField(compared, 'differences').map((one) => ({
      kind: textField(one, 'kind'),
      paymentHash: textField(one, 'payment_hash'),
      amountMsat: BigInt(textField(one, 'amount_msat')),
    }));
    return { stops, isDue, differences, node, books };
  } finally {
    await commands.close();
  }
}

/** Once more in both directions, and as it would be on any day. */
async function goOn(load: Load): Promise<void> {
  const [payer] = load.wallets;
  assert(payer !== undefined, 'there are wallets');
  let last: unknown = null;
  await eventually('a payment leaves after the release', async () => {
    const made = await load.simulator.invoice({ amountSat: 21 });
    if (!made.ok) return null;
    const body = { invoice: made.value.paymentRequest };
    last = await load.call(payer, { path: '/payments/bolt11', body });
    await wait(200);
    return field(last, 'status') === 200 ? true : null;
  }).catch((error) => {
    throw new Error(`no payment leaves after the release: ${JSON.stringify(last)}`, {
      cause: error,
    });
  });
  const invoice = await load.createInvoice(payer, 1234);
  assert(invoice !== null, 'an invoice is made after the release');
  await payFromExternalNode(load, invoice.bolt11, invoice.paymentHash);
}

/** Looks again as long as something is amiss that may still be on its way. */
async function checkUntilRight(
  { world }: Play,
  goneBack: GoneBack,
  released: Released,
): Promise<readonly string[]> {
  const { installation, wallets, localMsatAtFirst, marksAtFirst, book } = world;
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const node = await readNodeSide(await installation.network(), marksAtFirst);
    const books = await installation.withDatabase((opened) => readBooksSide(opened));
    const balancesSat = await readBalances(world);
    const wrongs = findWrongs({
      goneBack,
      released,
      node,
      books,
      wallets,
      balancesSat,
      localMsatAtFirst,
      orders: book.orders,
    });
    if (wrongs.length === 0 || performance.now() > deadline) return wrongs;
    await wait(500);
  }
}

function endedByItself({ world }: Play): readonly string[] {
  const running = world.installation.process('all');
  if (running.isRunning) return [];
  return [`a process ended by itself:\n${running.output().slice(-3000)}`];
}
