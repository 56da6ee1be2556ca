import { type Sat, sat } from '../../../src/base/amount.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import type { Random } from '../../../src/base/random.ts';
import { addressOfScript } from '../../../src/lightning/bitcoin/address.ts';
import type { OnchainRules } from '../../../src/onchain/look-at-chain.ts';
import type { Withdrawal, WithdrawalSpeed } from '../../../src/onchain/withdrawal.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';
import { createDice, type Dice } from '../dice.ts';
import type { Person } from '../person.ts';
import { createSimulatedChain, type SimulatedChain } from './simulated-chain.ts';

/** The chain in one run, and what people know of it. */
export interface ChainWorld {
  readonly chain: SimulatedChain;
  /** The chain has dice of its own, so that seeds without a chain stay as they are. */
  readonly dice: Dice;
  /** Operators have dice of their own. */
  readonly operators: Dice;
  readonly random: Random;
  readonly rules: OnchainRules;
  /** Addresses that users were told of. */
  readonly told: ToldAddress[];
  readonly orders: ChainOrder[];
  /** What processes wanted to publish, whether the node took it or not. */
  readonly attempts: Attempt[];
  /** What processes wanted to publish to raise a fee, whether the node took it or not. */
  readonly bumps: Attempt[];
  /** What strangers sent. */
  readonly sent: string[];
  /** What no miner takes. */
  readonly shunned: Set<string>;
  /** Withdrawals that the database lacks since it went back, and the network has, by identifier. */
  readonly lost: Set<string>;
  /** Done once, as soon as the database has a new withdrawal. */
  onNextOrder: (() => void) | null;
}

export interface ToldAddress {
  readonly address: string;
  readonly userId: string;
}

/** An order to send bitcoin. Those that repeat one another under the same key are one order. */
export interface ChainOrder {
  readonly number: number;
  readonly person: Person;
  readonly key: string;
  readonly address: string;
  /** No other order has it. */
  readonly amountSat: Sat;
  readonly speed: WithdrawalSpeed;
  readonly maxFeeSat: Sat | null;
  /** What was ordered, each time that it was. */
  readonly heard: Withdrawal[];
}

export interface Attempt {
  readonly identifier: string;
  readonly txid: string;
}

/** For some seeds only, so that all others stay as they were. */
export const hasChain = (seed: number): boolean => seed % 4 === 0;

/** So that these dice fall in another way than those of the rest. */
const OF_CHAIN = 0xc4a1;
const OF_KEYS = 0xc4a2;
const OF_OPERATORS = 0xc4a3;

/** Small, so that what users have in the simulation suffices. */
const RULES: OnchainRules = {
  confirmations: [
    { fromSat: 0n, confirmations: 3 },
    { fromSat: 5000n, confirmations: 6 },
  ],
  minReceiveSat: sat(2000n),
  minSendSat: sat(700n),
  maxFeeRate: 20n,
};

/** Few, so that withdrawals wait for one another. */
const COINS = ['c1', 'c2', 'c3'].map((byte) => ({
  txid: byte.repeat(32),
  index: 0,
  amountSat: sat(20_000n),
}));

export function createChainWorld(seed: number, clock: VirtualClock): ChainWorld {
  const dice = createDice(createSeededRandom(seed + OF_CHAIN));
  const chain = createSimulatedChain({
    onPublished: () => undefined,
    coins: COINS,
    monotonicMs: () => clock.monotonicMs(),
  });
  chain.says.isLight = dice.chance(0.3);
  chain.says.satPerKw = ratesOf(1n);
  return {
    chain,
    dice,
    operators: createDice(createSeededRandom(seed + OF_OPERATORS)),
    random: createSeededRandom(seed + OF_KEYS),
    rules: RULES,
    told: [],
    orders: [],
    attempts: [],
    bumps: [],
    sent: [],
    shunned: new Set(),
    lost: new Set(),
    onNextOrder: null,
  };
}

/** What the next two blocks take costs most. */
export const ratesOf =
  (factor: bigint) =>
  (targetBlocks: number): bigint => {
    if (targetBlocks <= 2) return 300n * factor;
    return (targetBlocks <= 6 ? 270n : 253n) * factor;
  };

/** A script that is no one's. */
export const strangeScript = ({ random }: ChainWorld): string =>
  `0014${bytesToHex(random.bytes(20))}`;

export const strangeAddress = (world: ChainWorld): string =>
  addressOfScript(strangeScript(world), 'regtest') ?? '';
