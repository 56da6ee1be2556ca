import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { CHAIN_LEASE } from '../../src/onchain/deposit-store.ts';
import type { FeeBump } from '../../src/onchain/fee-bump.ts';
import type { NewWithdrawal } from '../../src/onchain/withdrawal-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { BASELINE, creditKeysend, later, NODE_PUBKEY } from '../support/money-model/events.ts';
import { LOSSES } from '../support/money-model/ledger/account.ts';
import { startWithdrawalBench } from '../support/onchain/withdrawal-bench.ts';
import {
  BLOCK,
  newHash,
  newTransaction,
  newWithdrawal,
} from '../support/onchain/withdrawal-events.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { deriveSeed, testSeed } from '../support/seeds.ts';
import { type ChainStores, createChainStoresOf } from '../support/wallet-memory/chain.ts';
import { createNodesOf, createUsersOf } from '../support/wallet-memory/operations.ts';
import { createMoneyOf, createWalletMemory } from '../support/wallet-memory/wallet-memory.ts';

/*
 * The simulation plays raised fees over a memory: whatever is asked of it, it has to answer and to
 * keep what PostgreSQL does.
 */

interface World extends Pick<ChainStores, 'withdrawals' | 'feeBumps'> {
  addUser(userId: string): Promise<void>;
  lossesMsat(): Promise<bigint>;
}

const SCRIPTS = 6;
const STEPS = 50;
const FUNDED_SAT = 1_000_000;
const FENCE = 5n;

test('the memory of raised fees answers and keeps what PostgreSQL does', async (t) => {
  const { database, world: postgres, withdrawals, feeBumps } = await startWithdrawalBench(t);
  await postgres.raiseFence(FENCE);
  const sqlWorld: World = {
    ...{ withdrawals, feeBumps },
    addUser: async (userId) => {
      await postgres.addUser(userId);
      await postgres.store.credit([creditKeysend(userId, { amountSat: FUNDED_SAT })]);
    },
    lossesMsat: async () => {
      const [row] = await database.sql<{ sum: bigint }[]>`
        select coalesce(sum(amount_msat), 0)::bigint as sum from posting where account = 'losses'`;
      return row?.sum ?? 0n;
    },
  };
  const worlds = [await createMemory(), sqlWorld];
  const heard = new Set<string>();
  for (let script = 0; script < SCRIPTS; script += 1) {
    const dice = createDice(createSeededRandom(deriveSeed(testSeed(), script)));
    await playScript(worlds, dice, script, heard);
  }
  const all = ['noted', 'ended', 'coin_taken', 'fenced', 'done', 'present', 'lost'];
  assert.deepEqual(
    all.filter((answer) => !heard.has(answer)),
    [],
  );
});

async function createMemory(): Promise<World> {
  const memory = createWalletMemory(clock);
  memory.leases.set(CHAIN_LEASE, { holder: null, expiresAtMs: 0, fence: FENCE });
  await createNodesOf(memory).setBaseline(NODE_PUBKEY, BASELINE, 0n);
  const users = createUsersOf(memory);
  return {
    ...createChainStoresOf(memory),
    addUser: async (id) => {
      const rest = { avatar: null, nostrPubkey: null, isAdmin: false, disabledAt: null };
      const times = { createdAt: later(0), closedAt: null, browserLanguage: null };
      const names = { identifier: id, email: `${id}@example.com`, name: 'ann', passwordHash: '' };
      await users.insertUser({ id, ...names, ...rest, ...times });
      const event = creditKeysend(id, { amountSat: FUNDED_SAT });
      await createMoneyOf(memory).credit([event]);
    },
    lossesMsat: async () => memory.money.balances.of(LOSSES),
  };
}

interface Play {
  readonly dice: Dice;
  readonly orders: readonly NewWithdrawal[];
  /** The coins of each order that may raise its fee, by the id of the order. */
  readonly own: ReadonlyMap<string, FeeBump['coin'][]>;
  /** Coins that fee bumps may spend, among them the outputs of all that were tried. */
  readonly coins: FeeBump['coin'][];
  readonly tried: FeeBump[];
  second: number;
}

type Ask = (world: World) => Promise<unknown>;

async function playScript(
  worlds: readonly World[],
  dice: Dice,
  script: number,
  heard: Set<string>,
): Promise<void> {
  const userId = randomUUID();
  const orders = [1, 2, 3].map(() => newWithdrawal(userId));
  const transactions = orders.map(() => newTransaction());
  const signed = { fence: FENCE, at: later(0), isFound: false };
  for (const world of worlds) {
    await world.addUser(userId);
    for (const [place, order] of orders.entries()) {
      await world.withdrawals.order(order);
      const transaction = transactions[place];
      // The last one is only reserved.
      if (transaction === undefined || place === 2) continue;
      await world.withdrawals.sign({ id: order.id, transaction, ...signed });
    }
  }
  const changes = transactions.map(({ txid }) => ({ txid, index: 1, amountSat: sat(20_000n) }));
  const coins = [...transactions.flatMap(({ inputs }) => inputs), ...changes];
  const own = new Map(orders.map(({ id }, place) => [id, changes.slice(place, place + 1)]));
  const play: Play = { dice, orders, own, coins, tried: [], second: script * 1000 };
  for (let step = 0; step < STEPS; step += 1) {
    play.second += 1;
    const ask = drawCall(play);
    const answers: unknown[] = [];
    for (const world of worlds) answers.push(await ask(world).catch(() => 'lost'));
    assert.deepEqual(answers[0], answers[1], `step ${step} of script ${script}`);
    heard.add(String(answers[0]));
    const [memory, sql] = await Promise.all(worlds.map((world) => describe(world, play)));
    assert.deepEqual(memory, sql, `after step ${step} of script ${script}`);
  }
}

function drawCall(play: Play): Ask {
  const { dice, orders, coins, tried } = play;
  const at = later(play.second);
  const fence = FENCE - (dice.chance(0.1) ? 1n : 0n);
  const order = dice.pick(orders);
  const draws: readonly (() => Ask)[] = [
    () => {
      const bump = newBump(play, order);
      return (world) => world.feeBumps.note(bump, at);
    },
    () => {
      const bump = tried.length > 0 && dice.chance(0.3) ? dice.pick(tried) : newBump(play, order);
      const again = { ...bump, id: randomUUID() };
      return (world) => world.feeBumps.noteFound(again, at, fence);
    },
    () => {
      const isKnown = tried.length > 0 && dice.chance(0.9);
      const id = isKnown ? dice.pick(tried).id : randomUUID();
      const isPaid = dice.chance(0.5);
      return (world) => world.feeBumps.end(id, { isPaid, fence, at });
    },
    () => {
      if (!dice.chance(0.15)) return async () => 'nothing';
      const { id } = order;
      if (dice.chance(0.5)) {
        const failure = { reason: 'replaced', message: 'It was replaced.' };
        return (world) => world.withdrawals.fail({ id, failure, from: 'signed', fence, at });
      }
      return (world) => world.withdrawals.settle({ id, block: BLOCK, fence, at, record: '{}' });
    },
    () => {
      const inputs = [dice.pick(coins)];
      const transaction = newTransaction({ inputs });
      const signing = { id: order.id, transaction, fence, at, isFound: false };
      return dice.chance(0.2) ? (world) => world.withdrawals.sign(signing) : async () => 'nothing';
    },
  ];
  return dice.pick(draws)();
}

function newBump({ dice, coins, own, tried }: Play, { id: withdrawalId }: NewWithdrawal): FeeBump {
  const ownCoins = own.get(withdrawalId) ?? [];
  const coin = dice.pick(dice.chance(0.8) ? ownCoins : coins);
  const txid = newHash();
  const made = { id: randomUUID(), withdrawalId, coin, txid, raw: newHash() };
  const bump: FeeBump = { ...made, feeSat: sat(BigInt(dice.between(111, 500))) };
  tried.push(bump);
  const rest = { txid, index: 0, amountSat: sat(coin.amountSat - bump.feeSat) };
  coins.push(rest);
  ownCoins.push(rest);
  return bump;
}

/** What the world has of this script. */
async function describe(world: World, { orders, tried }: Play): Promise<unknown> {
  const ids = new Set(orders.map(({ id }) => id));
  const open = (await world.feeBumps.listOpen()).filter((one) => ids.has(one.withdrawalId));
  const labelled = tried.map(({ txid, withdrawalId }) => ({
    txid,
    identifier: orders.find(({ id }) => id === withdrawalId)?.identifier ?? '',
  }));
  const lost = await world.feeBumps.listLost(labelled);
  return {
    open,
    lost: lost.map(({ txid, withdrawalId }) => `${txid} ${withdrawalId}`).sort(),
    lossesMsat: await world.lossesMsat(),
  };
}
