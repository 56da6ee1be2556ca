import { createHash } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../../../src/base/id.ts';
import { orderWithdrawal } from '../../../src/onchain/order-withdrawal.ts';
import { creditKeysend, NODE_PUBKEY } from '../../support/money-model/events.ts';
import { NO_WITHDRAWALS } from '../../support/onchain/no-withdrawals.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { START } from '../bill-pool.ts';
import { createSimulatedChain, type SimulatedChain } from '../chain/simulated-chain.ts';
import { createDice } from '../dice.ts';
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts';
import { createSimulatedNode } from '../simulated-node.ts';
import { newAnn } from './ann.ts';
import {
  type Bent,
  CHAIN_ANSWERS,
  type ChainAnswer,
  type ChainScene,
  MINED_SOON,
} from './chain-answers.ts';
import { type ChainProcess, type ChainReach, RULES, startChainProcess } from './chain-process.ts';
import { judgeWithdrawal, withdrawalOf } from './judge-withdrawal.ts';
import type { Movement, MovementWorld, Verdict } from './movement.ts';
import { createSteps, type Listener, type Steps } from './steps.ts';
import { AMOUNT_SAT, START_SAT, type WithdrawalWorld } from './withdrawal-world.ts';

export interface WithdrawalOptions {
  /** A mistake that is to be found. */
  readonly bend?: (reach: ChainReach) => ChainReach;
}

/** A user sends bitcoin to an address of someone outside. */
export const withdrawal = (options: WithdrawalOptions = {}): Movement => ({
  name: 'a withdrawal',
  answers: Object.keys(CHAIN_ANSWERS),
  open: async (name, listener) => {
    const answer = CHAIN_ANSWERS[name];
    if (answer === undefined) throw new Error(`no chain answers ${name}`);
    const judge = judgeWithdrawal;
    const isOrdered = (world: WithdrawalWorld): boolean => withdrawalOf(world) !== null;
    const play = { ...options, answer, prepare: async () => undefined, order, isOrdered, judge };
    return await openChainWorld(play, listener);
  },
});

/** What is played with wallet and chain. */
export interface ChainPlay extends WithdrawalOptions {
  readonly answer: ChainAnswer;
  /** What has happened before; the answer is about what comes then. */
  readonly prepare: (world: WithdrawalWorld, process: ChainProcess) => Promise<void>;
  readonly order: (world: WithdrawalWorld, process: ChainProcess) => Promise<void>;
  readonly isOrdered: (world: WithdrawalWorld) => boolean;
  readonly judge: (world: WithdrawalWorld) => Promise<Verdict>;
}

/** Longer than a lease of those who lead. */
const FROZEN_MS = 15_000;

export async function openChainWorld(
  { bend, answer, prepare, order, isOrdered, judge }: ChainPlay,
  listener: Listener,
): Promise<MovementWorld> {
  const random = createSeededRandom(1);
  const clock = createVirtualClock(START);
  const storage = await createMemoryStorage(clock);
  const node = createSimulatedNode({ clock, random, dice: createDice(random) });
  const pending = new Set<object>();
  const later: ChainScene['later'] = (ms, event) => {
    pending.add(event);
    void clock.sleep(ms).then(() => {
      event();
      pending.delete(event);
    });
  };
  const onPublished = (txid: string): void => (answer.published ?? MINED_SOON)(scene, txid);
  const chain = createSimulatedChain({ onPublished });
  const scene: ChainScene = { chain, later };
  const user = newAnn(clock, random);
  await storage.stores.users.insertUser({ ...user, passwordHash: '' });
  await storage.stores.nodes.setBaseline(NODE_PUBKEY, 0n, 0n);
  await storage.stores.moneyStore.credit([
    creditKeysend(user.id, { amountSat: Number(START_SAT), settleIndex: 1n }),
  ]);
  const world: WithdrawalWorld = {
    ...{ clock, storage, chain, random, user },
    ...{ ordersAnew: 0, hasGoneBack: false, heard: [] },
  };
  let bent: Bent = {};
  const reach = seenReach(storage, chain, () => bent, createSteps(listener));
  const start = () => startChainProcess({ clock, random, node, reach, bend: bend ?? null });
  const processes = [start()];
  await clock.advance(SERVES_AFTER_MS);
  for (const running of processes) await prepare(world, running);
  bent = answer.spending?.(scene) ?? {};
  return {
    clock,
    readState: () => `${storage.readState()} ${chain.readState()}`,
    takeCopy: () => {
      const copy = storage.takeCopy();
      return {
        becomePrimary: (how) => {
          world.hasGoneBack = true;
          copy.becomePrimary(how);
        },
      };
    },
    restart: () => {
      processes.at(-1)?.life.kill();
      processes.push(start());
    },
    replaceFrozen: () => {
      const frozen = processes.at(-1)?.life;
      frozen?.sleep();
      later(FROZEN_MS, () => frozen?.wake());
      processes.push(start());
    },
    order: () => {
      if (!isOrdered(world)) world.ordersAnew += 1;
      const running = processes.at(-1);
      if (running !== undefined) void order(world, running);
    },
    judge: () => judge(world),
    isPending: () => pending.size > 0,
    release: () => release(world),
    forgetHeard: () => void world.heard.splice(0),
    close: () => processes.forEach(forget),
  };
}

/** By then it leads, and has looked at the chain. */
const SERVES_AFTER_MS = 2500;

function seenReach(
  storage: MemoryStorage,
  chain: SimulatedChain,
  bent: () => Bent,
  steps: Steps,
): ChainReach {
  return {
    withdrawals: steps.over('withdrawals', () => storage.stores.withdrawals),
    deposits: steps.over('deposits', () => storage.stores.deposits),
    feeBumps: steps.over('feeBumps', () => storage.stores.feeBumps),
    chainWallet: steps.over('chain', () => chain.wallet),
    chainSpending: steps.over('chain', () => ({
      ...chain.spending,
      ...bent(),
      close: async () => undefined,
    })),
    stores: {
      alarms: steps.over('alarms', () => storage.stores.alarms),
      comparisons: steps.over('comparisons', () => storage.stores.comparisons),
      processes: steps.over('processes', () => storage.stores.processes),
      stops: steps.over('stops', () => storage.stores.stops),
    },
  };
}

/** What a dead process waits for never comes: all that waits is let go. */
function forget({ life, stopNow }: ChainProcess): void {
  life.kill();
  stopNow.abort();
}

const CLAIM = {
  key: 'once',
  requestHash: new Uint8Array(createHash('sha256').update('once').digest()),
};

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

export async function order(world: WithdrawalWorld, process: ChainProcess): Promise<void> {
  const { user, random } = world;
  const { reach, clock, paymentStop, ordered, node } = process;
  const deps = {
    ...{ ...NO_WITHDRAWALS, ...reach, clock, random, paymentStop, ordered, node },
    withdrawing: { spending: reach.chainSpending, rules: RULES },
  };
  const context = { caller: { userId: user.id, grantId: 'ann' }, idempotency: CLAIM };
  const ids = { id: newUuid(clock, random), identifier: newIdentifier(random, LENGTH) };
  const asked = { address: ADDRESS, amountSat: sat(AMOUNT_SAT), speed: 'normal' } as const;
  try {
    const answer = await orderWithdrawal(deps, context, { ...asked, ids, maxFeeSat: null });
    world.heard.push(answer.ok ? 'ordered' : answer.refusal.kind);
  } catch (error) {
    world.heard.push(String(error));
  }
}

const LENGTH = RECORD_IDENTIFIER_LENGTH;

/** Longer than from one comparison to the next. */
const MOST_TRIES = 20;

async function release({ clock, storage }: WithdrawalWorld): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await clock.advance(5000);
    if ((await storage.stores.comparisons.release(false)) !== 'not_compared') break;
  }
  await clock.advance(5000);
}
