import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import type { Deposit } from '../../src/onchain/deposit.ts';
import { CHAIN_LEASE, type SeenOutput } from '../../src/onchain/deposit-store.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { createWithdrawalStore } from '../../src/onchain/sql/withdrawal-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { testDatabase } from '../support/database.ts';
import { later, NODE_PUBKEY, newRecordIdentifier } from '../support/money-model/events.ts';
import { walletOf } from '../support/money-model/ledger/account.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import {
  newHash,
  newInternalWithdrawal,
  strangeAddress,
} from '../support/onchain/withdrawal-events.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { deriveSeed, testSeed } from '../support/seeds.ts';
import { type ChainStores, createChainStoresOf } from '../support/wallet-memory/chain.ts';
import { createUsersOf } from '../support/wallet-memory/operations.ts';
import { createStopsOf } from '../support/wallet-memory/safety.ts';
import { createWalletMemory } from '../support/wallet-memory/wallet-memory.ts';

/*
 * The simulation plays deposits over a memory: whatever is asked of it, it has to answer and to keep
 * what PostgreSQL does.
 */

interface World extends Pick<ChainStores, 'deposits' | 'withdrawals'> {
  addUser(userId: string): Promise<void>;
  walletMsat(userId: string): Promise<bigint>;
  raiseFence(fence: bigint): Promise<void>;
  stopReasons(): Promise<readonly string[]>;
}

const SCRIPTS = 4;
const STEPS = 60;
/** Reading all that there is takes longer than a step. */
const COMPARED_EVERY = 6;

test('the memory of deposits answers and keeps what PostgreSQL does', async (t) => {
  const { database } = await testDatabase(t);
  const postgres = createPostgresWorld(database, false);
  const stops = createPaymentStopStore(database);
  const sqlWorld: World = {
    deposits: createDepositStore(database),
    withdrawals: createWithdrawalStore({ database, clock, random }),
    addUser: (userId) => postgres.addUser(userId),
    walletMsat: async (userId) => (await postgres.wallet(userId)).walletMsat,
    raiseFence: (fence) => postgres.raiseFence(fence),
    stopReasons: async () => (await stops.listStops()).map(({ reason }) => reason),
  };
  const heard = new Set<string>();
  for (let script = 0; script < SCRIPTS; script += 1) {
    await database.sql`delete from outside_stop`;
    const worlds = [createMemory(), sqlWorld];
    const seeded = createSeededRandom(deriveSeed(testSeed(), script));
    await playScript(worlds, createDice(seeded), script, heard);
  }
  const missing = ['fenced', 'credited', 'present', 'given up', 'orphaned', 'lost'].filter(
    (answer) => !heard.has(answer),
  );
  assert.deepEqual(missing, []);
});

function createMemory(): World {
  const memory = createWalletMemory(clock);
  const users = createUsersOf(memory);
  return {
    ...createChainStoresOf(memory),
    addUser: async (id) => {
      const email = `${id}@example.com`;
      const rest = { avatar: null, nostrPubkey: null, isAdmin: false, disabledAt: null };
      const times = { createdAt: later(0), closedAt: null, browserLanguage: null };
      const user = { id, identifier: id, email, name: 'ann', passwordHash: '', ...rest, ...times };
      await users.insertUser(user);
    },
    walletMsat: async (userId) => memory.money.balances.of(walletOf(userId)),
    raiseFence: async (fence) =>
      void memory.leases.set(CHAIN_LEASE, { holder: null, expiresAtMs: 0, fence }),
    stopReasons: async () =>
      [...(await createStopsOf(memory).listStops())].map((one) => one.reason),
  };
}

/** Names and numbers of one script; the ids of deposits differ from world to world in nothing. */
interface Play {
  readonly dice: Dice;
  readonly users: readonly string[];
  readonly addresses: string[];
  readonly outputs: SeenOutput[];
  fence: bigint;
  second: number;
}

async function playScript(
  worlds: readonly World[],
  dice: Dice,
  script: number,
  heard: Set<string>,
): Promise<void> {
  const users = [1, 2, 3].map(() => randomUUID());
  for (const world of worlds) for (const id of users) await world.addUser(id);
  const fence = BigInt(script + 1) * 100n;
  for (const world of worlds) await world.raiseFence(fence);
  const play: Play = { dice, users, addresses: [], outputs: [], fence, second: 0 };
  for (let step = 0; step < STEPS; step += 1) {
    play.second += 1;
    const ask = drawCall(play);
    const answers: unknown[] = [];
    for (const world of worlds) answers.push(await ask(world).catch(() => 'lost'));
    assert.deepEqual(answers[0], answers[1], `step ${step} of script ${script}`);
    for (const answer of [answers[0]].flat().map(String)) {
      heard.add(answer);
      if (answer.startsWith('bcrt1')) play.addresses.push(answer);
    }
    if (step % COMPARED_EVERY > 0) continue;
    const [memory, sql] = await Promise.all(worlds.map((world) => describe(world, play)));
    assert.deepEqual(memory, sql, `after step ${step} of script ${script}`);
  }
}

type Ask = (world: World) => Promise<unknown>;

function drawCall(play: Play): Ask {
  const { dice, users, addresses, outputs } = play;
  const at = later(play.second);
  const fence = play.fence - (dice.chance(0.1) ? 1n : 0n);
  const fenced = (isCurrent: boolean, word: string): string => (isCurrent ? word : 'fenced');
  const draws: readonly (() => Ask)[] = [
    () => {
      const made =
        dice.chance(0.2) && addresses.length > 0 ? dice.pick(addresses) : strangeAddress();
      const owner = { userId: dice.pick(users), grantId: 'web', createdAt: at };
      return (world) => world.deposits.saveAddress({ ...owner, address: made });
    },
    () => {
      const seen = Array.from({ length: dice.between(1, 4) }, () => drawOutput(play, at));
      const unique = [...new Map(seen.map((one) => [nameOf(one), one])).values()];
      outputs.push(
        ...unique.filter((one) => outputs.every((other) => nameOf(other) !== nameOf(one))),
      );
      return async (world) => fenced(await world.deposits.note(unique, fence), 'noted');
    },
    () => {
      const due = Array.from({ length: dice.between(1, 3) }, () => drawId(play));
      const credits = due.map((depositId) => ({
        ...{ depositId, block: BLOCK, at, fence, record: '{"type":"incoming"}' },
      }));
      return (world) => world.deposits.credit(credits);
    },
    () => async (world) => {
      await world.deposits.giveUp(later(play.second - 10));
      return 'given up';
    },
    () => {
      const replaced = [{ depositId: drawId(play), replacedBy: newHash() }];
      return async (world) =>
        fenced(await world.deposits.giveUpReplaced(replaced, fence), 'replaced');
    },
    () => {
      const id = drawId(play);
      return async (world) => ((await world.deposits.noteOrphaned(id)) ? 'orphaned' : 'known');
    },
    () => {
      const height = dice.between(90, 130);
      const coinsSat = sat(BigInt(dice.between(0, 9000)));
      const openingLocalMsat = msat(coinsSat % 3n);
      const seen = { height, coinsSat, openingLocalMsat };
      const isWhole = dice.pick([true, false, false, null]);
      const look = { ...seen, fence, isWhole, tookMs: 5 };
      return async (world) => fenced(await world.deposits.saveLook(NODE_PUBKEY, look), 'looked');
    },
    () => {
      if (addresses.length === 0) return async () => 'nothing';
      const address = dice.pick(addresses);
      const payer = dice.pick(users);
      const amountSat = sat(BigInt(dice.between(1, 3000)));
      const ids = newInternalWithdrawal(
        payer,
        { userId: payer, address },
        { amountSat, createdAt: at },
      );
      return async (world) => {
        const owner = await world.withdrawals.findOwner(address);
        if (owner === null || ids.internal === null) return 'no one';
        const internal = { ...ids.internal, payeeUserId: owner.userId };
        const outcome = await world.withdrawals.order({ ...ids, internal });
        return outcome.kind === 'refused' ? outcome.refusal.kind : outcome.kind;
      };
    },
    () => {
      if (dice.chance(0.8)) return async () => 'nothing';
      play.fence += 1n;
      const { fence: newest } = play;
      return (world) => world.raiseFence(newest);
    },
  ];
  return dice.pick(draws)();
}

const BLOCK = { height: 120, hash: '0b'.repeat(32) };

const nameOf = ({ transaction, output }: SeenOutput): string =>
  `${transaction.txid}:${output.index}`;

/** A new one, or one that was told before with another block. */
function drawOutput({ dice, addresses, outputs }: Play, seenAt: Date): SeenOutput {
  const height = dice.between(100, 120);
  const block = dice.chance(0.4) ? null : { height, hash: newHash() };
  const earlier = outputs.length > 0 && dice.chance(0.5) ? dice.pick(outputs) : null;
  if (earlier !== null) return { ...earlier, id: randomUUID(), block, seenAt };
  const address = addresses.length > 0 ? dice.pick(addresses) : strangeAddress();
  const inputs = [{ txid: newHash(), index: dice.below(3) }];
  return {
    ...{ id: randomUUID(), identifier: newRecordIdentifier(), block, seenAt },
    transaction: { txid: newHash(), inputs },
    output: { index: dice.below(4), address, amountSat: BigInt(dice.between(1, 9000)) },
  };
}

/** Mostly that of a deposit which may be there, and often one of the newest. */
function drawId({ dice, outputs }: Play): string {
  if (outputs.length === 0 || dice.chance(0.03)) return randomUUID();
  return dice.pick(dice.chance(0.6) ? outputs.slice(-3) : outputs).id;
}

async function describe({ deposits, ...world }: World, { users, addresses, outputs }: Play) {
  const ids = outputs.map(({ id }) => id);
  const ofScript = (list: readonly Deposit[]): readonly Deposit[] =>
    list.filter(({ userId }) => users.includes(userId)).map(plain);
  const raw = [...(await deposits.listRaw(ids))];
  return {
    unused: await Promise.all(users.map((id) => deposits.findUnusedAddress(id))),
    known: [...(await deposits.listKnown(addresses))].sort(),
    owners: await Promise.all(addresses.map((one) => world.withdrawals.findOwner(one))),
    open: ofScript(await deposits.listOpen()),
    credited: ofScript(await deposits.listCreditedSince(101)),
    ofUsers: await Promise.all(
      users.map(async (id) => ofScript(await deposits.listOfUser(id, { offset: 1, limit: 20 }))),
    ),
    raw: raw.sort(([a], [b]) => (a < b ? -1 : 1)),
    wallets: await Promise.all(users.map((id) => world.walletMsat(id))),
    stops: await world.stopReasons(),
  };
}

/** Without what the memory keeps beside it. */
const plain = ({
  id,
  identifier,
  userId,
  address,
  txid,
  outputIndex,
  amountSat,
  ...rest
}: Deposit): Deposit => ({
  ...{ id, identifier, userId, address, txid, outputIndex, amountSat },
  seenAt: rest.seenAt,
  state: rest.state,
  block: rest.block,
  endedAt: rest.endedAt,
  replacedBy: rest.replacedBy,
});
