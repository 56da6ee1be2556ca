import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { numberField, textField } from '../support/fields.ts';
import { readBooksProgress, readBooksSide } from './books-side.ts';
import { predictChain } from './chain-checks.ts';
import { readChainSide, readCoins } from './chain-side.ts';
import { findViolations } from './checks.ts';
import type { Dice } from './dice.ts';
import {
  createInstallation,
  type Installation,
  type NodeSource,
  type Shape,
  type Surroundings,
  simulatedNode,
} from './installation.ts';
import { createLoad, type Load, type LoadOptions } from './load.ts';
import { type NodeMarks, readNodeMarks, readNodeProgress, readNodeSide } from './node-side.ts';
import { createOrderBook, type OrderBook } from './order-book.ts';
import { ASKING, refuseTheRest } from './owners.ts';
import { payFromExternalNode } from './pay-from-external.ts';
import { type Prediction, predict } from './prediction.ts';
import { serve } from './service-process.ts';
import { addWallets, type Client, openClient, type Wallet } from './wallets.ts';

/** An installation with wallets in it, and the model of all that was ordered there. */
export interface World {
  readonly installation: Installation;
  readonly wallets: readonly Wallet[];
  readonly book: OrderBook;
  /** Whether apps are among the callers: not where a database that went back has lost events. */
  readonly hasApps: boolean;
  readonly client: Client;
  readonly localMsatAtFirst: bigint;
  /** In the wallet of that node; null where nothing moves on the chain. */
  readonly coinsSatAtFirst: bigint | null;
  readonly marksAtFirst: NodeMarks;
  dispose(keepsFolder: boolean): Promise<void>;
}

const NAMES = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn'];
const FUNDS_SAT = 400_000;
/** Here bitcoin moves, and owners are asked. Elsewhere another thing is tried. */
const WHOLE: readonly Shape[] = ['one process', 'api and worker'];

/** Creates a world whose very first start is killed too, if chance wants it. */
export async function createWorld(
  shape: Shape,
  dice: Dice,
  nodeIn: (dataDir: string) => NodeSource = simulatedNode,
  surroundings: Surroundings = {},
): Promise<World> {
  const installation = await createInstallation(shape, nodeIn, surroundings);
  const client = openClient(installation.baseUrl);
  try {
    for (const role of installation.roles) {
      const first = installation.launch(role, 'crashing');
      // Where the database is to go back or to fail over, this is not what is tried.
      if (shape !== 'goes back' && shape !== 'drill' && dice.chance(0.5)) {
        await wait(dice.between(300, 4000));
        await first.kill('SIGKILL');
        installation.launch(role, 'crashing');
      }
      await serve(installation.process(role));
    }
    const network = await installation.network();
    const isWhole = WHOLE.includes(shape) && nodeIn === simulatedNode;
    const { localMsat } = await readNodeSide(network);
    const wallets = await addWallets(installation, NAMES, isWhole ? ASKING : undefined);
    const stopRefusing = isWhole ? refuseTheRest(installation) : null;
    const world = {
      installation,
      client,
      wallets,
      book: createOrderBook(),
      hasApps: shape !== 'goes back' && nodeIn === simulatedNode,
      localMsatAtFirst: localMsat,
      coinsSatAtFirst: isWhole ? await readCoins(network) : null,
      marksAtFirst: await readNodeMarks(network),
      dispose: async (keepsFolder: boolean) => {
        await stopRefusing?.();
        await client.close();
        await installation.dispose(keepsFolder);
      },
    };
    await fund(world, dice);
    return world;
  } catch (error) {
    await client.close();
    await installation.dispose(true);
    throw error;
  }
}

async function fund(world: World, dice: Dice): Promise<void> {
  const load = await loadOf(world, dice, { name: 'funds', holdMs: [0, 0], isAllHeld: false });
  for (const wallet of world.wallets) {
    const invoice = await load.createInvoice(wallet, FUNDS_SAT);
    assert(invoice !== null, 'a wallet gets an invoice');
    await payFromExternalNode(load, invoice.bolt11, invoice.paymentHash);
  }
}

export async function loadOf(
  world: World,
  dice: Dice,
  manner: Pick<LoadOptions, 'name' | 'holdMs' | 'isAllHeld'> & { readonly hasChain?: boolean },
): Promise<Load> {
  const { installation, wallets, book, hasApps, client } = world;
  const [network, simulator] = [await installation.network(), await installation.simulator()];
  const common = { dice, wallets, book, client, network, simulator, hasApps, hasChain: false };
  return createLoad({ ...common, ...manner });
}

/** Each look lists what the node knows. */
const LOOK_EVERY_MS = 250;

/** Waits until nothing is under way any more; false when that takes too long. */
export async function untilQuiet(world: World, limitMs: number): Promise<boolean> {
  const { installation, marksAtFirst } = world;
  const deadline = performance.now() + limitMs;
  const network = await installation.network();
  return await installation.withDatabase(async (database) => {
    while (performance.now() < deadline) {
      const stuck = await installation.stuck();
      const node = await readNodeProgress(network, marksAtFirst, stuck);
      const { openPayments, pendingItems, cursor } = await readBooksProgress(database, stuck);
      const isCaughtUp = cursor >= node.newestSettleIndex;
      if (node.openCount + openPayments + pendingItems === 0 && isCaughtUp) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  });
}

/**
 * Waits until payments may leave: not before the node was looked at since the last start of the
 * database server. False when that takes too long.
 */
export async function untilPaymentsLeave(world: World, limitMs: number): Promise<boolean> {
  const { installation, client, wallets } = world;
  const deadline = performance.now() + limitMs;
  const [asking] = wallets;
  assert(asking !== undefined, 'there are wallets');
  return await installation.withDatabase(async (database) => {
    while (performance.now() < deadline) {
      // The database first: once it lets them leave, a process closes for no other reason.
      const [row] = await database.sql<{ may_leave: boolean }[]>`select may_leave()`;
      const health = await client.call(asking, { path: '/health' });
      const isOn = health?.status === 200 && textField(health.body, 'outside_payments') === 'on';
      if (row?.may_leave === true && isOn) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  });
}

export interface Verdict {
  readonly violations: readonly string[];
  readonly prediction: Prediction;
}

/** Looks again as long as something is amiss that may still be on its way. */
export async function checkWorld(
  world: World,
  limitMs: number,
  isExpected: (violation: string) => boolean = () => false,
): Promise<Verdict> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const { violations: found, prediction } = await checkOnce(world);
    const verdict = { prediction, violations: found.filter((one) => !isExpected(one)) };
    if (verdict.violations.length === 0 || performance.now() > deadline) return verdict;
    await wait(500);
  }
}

async function checkOnce(world: World): Promise<Verdict> {
  const { installation, wallets, book, localMsatAtFirst, coinsSatAtFirst } = world;
  const network = await installation.network();
  const node = await readNodeSide(network, world.marksAtFirst);
  const side = coinsSatAtFirst === null ? null : await readChainSide(network);
  const chain = side && predictChain(book, side);
  book.chain.sums = chain?.sums ?? null;
  const books = await installation.withDatabase((database) => readBooksSide(database));
  book.decided = books.decided;
  const balancesSat = await readBalances(world);
  const prediction = predict(book, node, wallets);
  const { invoices, asked } = book;
  const booked = new Set(books.invoices.map(({ paymentHash }) => paymentHash));
  book.prunedCount = [...asked.keys()].filter((hash) => !booked.has(hash)).length;
  const stuck = await installation.stuck();
  const evidence = {
    prediction,
    node,
    books,
    wallets,
    invoices,
    asked,
    balancesSat,
    localMsatAtFirst,
    stuck,
    chain,
    coinsGainedSat: side === null ? 0n : side.coinsSat - (coinsSatAtFirst ?? 0n),
  };
  return { violations: findViolations(evidence), prediction };
}

/** By user id, as the API answers; without those that it does not tell. */
export async function readBalances({
  wallets,
  client,
}: World): Promise<ReadonlyMap<string, number>> {
  const balancesSat = new Map<string, number>();
  for (const wallet of wallets) {
    const answer = await client.call(wallet, { path: '/balance' });
    if (answer?.status !== 200) continue;
    balancesSat.set(wallet.userId, numberField(answer.body, 'balance'));
  }
  return balancesSat;
}
