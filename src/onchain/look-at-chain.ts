/**
 * One look at the chain: notes what has arrived at addresses of users, credits what is deep enough,
 * and ends withdrawals that blocks have. A look asks the node again about everything that has not
 * ended, so a missed hint, a crash or a reorganisation only delays it.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import type { ConfirmationStep } from '../base/confirmation-step.ts';
import { DAY_MS } from '../base/durations.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { renderDeposit } from '../ledger/render-deposit.ts';
import type { ChainSpending } from '../lightning/chain-spending.ts';
import {
  type BlockRange,
  type ChainTip,
  type ChainWallet,
  WalletListTooLong,
  type WalletTransaction,
} from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { confirmationsFor } from './confirmation-steps.ts';
import { type BlockPlace, confirmationsOf, type Deposit } from './deposit.ts';
import type { ChainCursor, DepositStore, SeenOutput } from './deposit-store.ts';
import { type EndWithdrawalsDeps, endWithdrawals } from './end-withdrawals.ts';
import {
  askForReplaced,
  createReplacementFinder,
  type ReplacementFinder,
  readWaiting,
  replacedDeposits,
  type WaitingMemory,
  type WaitingTransaction,
} from './find-replaced.ts';
import { createWithdrawalFinder, sumOfCoins, type WithdrawalFinder } from './find-withdrawals.ts';

export interface LookAtChainDeps extends EndWithdrawalsDeps {
  readonly chainWallet: Pick<
    ChainWallet,
    'tip' | 'blockHash' | 'transactions' | 'spender' | 'coins'
  >;
  readonly chainSpending: Pick<ChainSpending, 'listLeases'> | null;
  readonly deposits: DepositStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly rules: OnchainRules;
}

/** Bitcoin addresses of a service that has them. */
export interface Onchain {
  readonly chainWallet: ChainWallet;
  /** Null where users only receive. */
  readonly chainSpending: ChainSpending | null;
  readonly rules: OnchainRules;
}

export interface OnchainRules {
  readonly confirmations: readonly ConfirmationStep[];
  /** Less than this at one address waits until more arrives there. */
  readonly minReceiveSat: Sat;
  /** Less than this is not sent. */
  readonly minSendSat: Sat;
  /** In sat/vB: no transaction is made that pays more. */
  readonly maxFeeRate: bigint;
}

/** Blocks before the last look that are looked at again: reorganisations are shorter. */
const OVERLAP = 6;
/** Credits in younger blocks are compared with the chain. */
const COMPARED_BLOCKS = 200;
/** Mempools forget a transaction after two weeks. */
const GIVEN_UP_AFTER_MS = 15 * DAY_MS;

export interface Look {
  /** The fence of the lease under which this process looks. */
  readonly fence: bigint;
  /** Whether to read all transactions since the first look, in case one was missed. */
  readonly isWhole: boolean;
  readonly memory: LookMemory;
}

/** What one process keeps from look to look. A whole look finds it again. */
export interface LookMemory {
  /** Transactions that the wallet places in blocks which are not part of the chain. */
  readonly orphans: Set<string>;
  /** The tip under which credits and waiting deposits were compared with the chain. */
  comparedTip: ChainTip | null;
  /** When the last look began that came to its end, by monotonic time. */
  lookedAtMs: number;
  readonly waiting: WaitingMemory;
  /** Whether this process has told that the list of the wallet is too long. */
  isListTooLong: boolean;
}

export const newLookMemory = (): LookMemory => ({
  orphans: new Set(),
  comparedTip: null,
  lookedAtMs: Number.NEGATIVE_INFINITY,
  waiting: { inputs: new Map(), asked: 0 },
  isListTooLong: false,
});

export type LookOutcome =
  | 'looked'
  /** The node has not caught up with the chain, or the chain is being reorganised. */
  | 'too_early'
  /** Another process leads now. */
  | 'fenced';

export async function lookAtChain(
  deps: LookAtChainDeps,
  { fence, isWhole, memory }: Look,
): Promise<LookOutcome> {
  const { chainWallet, deposits, node } = deps;
  const begunAtMs = deps.clock.monotonicMs();
  const tip = await chainWallet.tip();
  if (!tip.isSynced) return 'too_early';
  const hashes = createHashReader(deps, tip.height);
  const isCompared = !isWhole && memory.comparedTip?.hash === tip.hash;
  const unplaced = isCompared ? [] : await findUnplaced(deps, hashes, tip.height);
  const waiting = isCompared ? [] : await readWaiting(deps, unplaced, memory.waiting);
  const withdrawals = await deps.withdrawals.listToDrive(tip.height - COMPARED_BLOCKS);
  const finders = {
    replaced: createReplacementFinder(waiting, tip.height),
    withdrawals: createWithdrawalFinder(withdrawals),
  };
  const unspent = await chainWallet.coins();
  const leased = (await deps.chainSpending?.listLeases()) ?? [];
  const coinTxids = new Set([...unspent, ...leased].map(({ txid }) => txid));
  const cursor = await deposits.readCursor(node.pubkey);
  const asked = { cursor, unplaced, tipHeight: tip.height, isWhole };
  for (const range of rangesToRead(asked)) {
    const listed = await listRange(deps, range, memory);
    const reading = { listed, coinTxids, finders, hashes, orphans: memory.orphans };
    const seen = await readRange(deps, reading);
    if (seen.length > 0 && !(await deposits.note(seen, fence))) return 'fenced';
  }
  if (memory.isListTooLong) await endListAlarm(deps, memory);
  // A height that went back meanwhile says that the chain is being reorganised.
  if ((await chainWallet.tip()).height < tip.height) return 'too_early';
  if (!(await creditDeepEnough(deps, hashes, tip.height, fence))) return 'fenced';
  const { found } = finders.withdrawals;
  const firstHeight = cursor?.firstHeight ?? null;
  const look = { withdrawals, found, tipHeight: tip.height, firstHeight, hashes, fence };
  if (!(await endWithdrawals(deps, look))) return 'fenced';
  if (isWhole) {
    await deposits.giveUp(new Date(deps.clock.now().getTime() - GIVEN_UP_AFTER_MS));
  }
  if (!isCompared) {
    const { replaced } = finders;
    if (!(await giveUpReplaced(deps, { waiting, replaced, memory, tip, fence }))) return 'fenced';
    await compareCredits(deps, hashes, tip.height);
    memory.comparedTip = tip;
  }
  const coinsSat = sumOfCoins({ unspent, leased, withdrawals, found, orphans: memory.orphans });
  await deposits.saveLook(node.pubkey, { height: tip.height, coinsSat });
  memory.lookedAtMs = begunAtMs;
  return 'looked';
}

const TOO_LONG = { kind: 'chain_list_too_long', subject: '' } as const;

async function listRange(
  deps: LookAtChainDeps,
  range: BlockRange,
  memory: LookMemory,
): Promise<readonly WalletTransaction[]> {
  try {
    return await deps.chainWallet.transactions(range);
  } catch (error) {
    if (error instanceof WalletListTooLong && !memory.isListTooLong) {
      memory.isListTooLong = await raiseAlarm(deps, { ...TOO_LONG, detail: error.message });
    }
    throw error;
  }
}

async function endListAlarm({ alarms }: LookAtChainDeps, memory: LookMemory): Promise<void> {
  await alarms.endAlarm(TOO_LONG, 'the list could be read again');
  memory.isListTooLong = false;
}

interface ReplacedLook {
  readonly waiting: readonly WaitingTransaction[];
  readonly replaced: ReplacementFinder;
  readonly memory: LookMemory;
  readonly tip: ChainTip;
  readonly fence: bigint;
}

/** False when another process leads now. */
async function giveUpReplaced(
  deps: LookAtChainDeps,
  { waiting, replaced, memory, tip, fence }: ReplacedLook,
): Promise<boolean> {
  const left = waiting.filter(({ txid }) => !replaced.found.has(txid));
  const told = await askForReplaced(deps, left, memory.waiting, tip.height);
  const all = replacedDeposits(waiting, new Map([...replaced.found, ...told]));
  return all.length === 0 || (await deps.deposits.giveUpReplaced(all, fence));
}

interface Finders {
  readonly replaced: ReplacementFinder;
  readonly withdrawals: WithdrawalFinder;
}

interface Reading {
  readonly listed: readonly WalletTransaction[];
  /** Transactions whose outputs the wallet holds. */
  readonly coinTxids: ReadonlySet<string>;
  readonly finders: Finders;
  readonly hashes: HashReader;
  readonly orphans: Set<string>;
}

/** Compares what the wallet lists with the chain; answers what has come to addresses of users. */
async function readRange(
  deps: LookAtChainDeps,
  { listed, coinTxids, finders, hashes, orphans }: Reading,
): Promise<readonly SeenOutput[]> {
  const known = await deps.deposits.listKnown(addressesOf(listed));
  const relevant = listed.filter(
    (one) =>
      coinTxids.has(one.txid) ||
      paysTo(one, known) ||
      finders.replaced.concerns(one) ||
      finders.withdrawals.concerns(one),
  );
  const placed = await placeAll(relevant, hashes);
  noteOrphans(orphans, relevant, placed);
  finders.replaced.note(placed.values());
  finders.withdrawals.note(listed, placed);
  return [...placed.values()].flatMap((transaction) => outputsTo(deps, transaction, known));
}

interface RangesAsked {
  /** Null before the first look. */
  readonly cursor: ChainCursor | null;
  readonly unplaced: readonly Deposit[];
  readonly tipHeight: number;
  readonly isWhole: boolean;
}

/** Blocks of one listing: reading the answer of the node must not hold up other work for long. */
const RANGE_BLOCKS = 50;

/**
 * The last blocks, those that deposits were in before a reorganisation, and what no block has yet;
 * a whole look reads everything since the first one. Before that, no address was given out.
 */
function rangesToRead({
  cursor,
  unplaced,
  tipHeight,
  isWhole,
}: RangesAsked): readonly BlockRange[] {
  const orphaned = unplaced.flatMap(({ block }) => (block === null ? [] : [block.height]));
  const last = (isWhole ? cursor?.firstHeight : cursor?.height) ?? tipHeight - COMPARED_BLOCKS;
  let from = Math.max(Math.min(last, tipHeight, ...orphaned) - OVERLAP, 0);
  const ranges: BlockRange[] = [];
  for (; tipHeight - from > RANGE_BLOCKS; from += RANGE_BLOCKS) {
    ranges.push({ from, to: from + RANGE_BLOCKS - 1 });
  }
  return [...ranges, { from, to: null }];
}

/** Open deposits without a block, or in a young one that the chain does not have any more. */
async function findUnplaced(
  { deposits }: Pick<LookAtChainDeps, 'deposits'>,
  hashes: HashReader,
  tipHeight: number,
): Promise<readonly Deposit[]> {
  const open = await deposits.listOpen();
  const places = await Promise.all(
    open.map(({ block }) =>
      block !== null && block.height <= tipHeight - COMPARED_BLOCKS
        ? block
        : placeOnChain(block, hashes),
    ),
  );
  return open.filter((_, place) => places[place] === null);
}

const addressesOf = (transactions: readonly WalletTransaction[]): readonly string[] => [
  ...new Set(
    transactions.flatMap(({ outputs }) =>
      outputs.flatMap(({ address }) => (address === null ? [] : [address])),
    ),
  ),
];

const paysTo = ({ outputs }: WalletTransaction, known: ReadonlySet<string>): boolean =>
  outputs.some(({ address }) => address !== null && known.has(address));

/** Reads each hash once in a look; null above the tip. */
function createHashReader(
  { chainWallet }: Pick<LookAtChainDeps, 'chainWallet'>,
  tipHeight: number,
): HashReader {
  const read = new Map<number, Promise<string>>();
  return async (height) => {
    if (height > tipHeight) return null;
    const known = read.get(height) ?? chainWallet.blockHash(height);
    read.set(height, known);
    return await known;
  };
}

type HashReader = (height: number) => Promise<string | null>;

/**
 * Each transaction once, in the block that the chain has. After a reorganisation the wallet may
 * list one twice, of which the chain has at most one.
 */
async function placeAll(
  transactions: readonly WalletTransaction[],
  hashes: HashReader,
): Promise<ReadonlyMap<string, WalletTransaction>> {
  const placed = new Map<string, WalletTransaction>();
  for (const transaction of transactions) {
    const block = await placeOnChain(transaction.block, hashes);
    if (block !== null || !placed.has(transaction.txid)) {
      placed.set(transaction.txid, { ...transaction, block });
    }
  }
  return placed;
}

function noteOrphans(
  orphans: Set<string>,
  listed: readonly WalletTransaction[],
  placed: ReadonlyMap<string, WalletTransaction>,
): void {
  for (const { txid, block } of listed) {
    const isOnChain = (placed.get(txid)?.block ?? null) !== null;
    if (isOnChain) orphans.delete(txid);
    else if (block !== null) orphans.add(txid);
  }
}

const outputsTo = (
  { clock, random }: Pick<LookAtChainDeps, 'clock' | 'random'>,
  transaction: WalletTransaction,
  known: ReadonlySet<string>,
): readonly SeenOutput[] =>
  transaction.outputs.flatMap(({ index, address, amountSat }) =>
    address === null || !known.has(address) || amountSat === 0n
      ? []
      : [
          {
            id: newUuid(clock, random),
            identifier: newIdentifier(random, RECORD_IDENTIFIER_LENGTH),
            transaction,
            block: transaction.block,
            output: { index, address, amountSat },
            seenAt: clock.now(),
          },
        ],
  );

/** Null unless the chain has this block: the wallet may keep one that was orphaned. */
async function placeOnChain(
  block: BlockPlace | null,
  hashes: HashReader,
): Promise<BlockPlace | null> {
  return block !== null && (await hashes(block.height)) === block.hash ? block : null;
}

async function creditDeepEnough(
  deps: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
  fence: bigint,
): Promise<boolean> {
  const due = await findDue(deps, hashes, tipHeight);
  for (let place = 0; place < due.length; place += MAX_CREDITS_AT_ONCE) {
    const part = due.slice(place, place + MAX_CREDITS_AT_ONCE);
    const at = deps.clock.now();
    const outcomes = await deps.deposits.credit(
      part.map(({ deposit, block }) => ({
        ...{ depositId: deposit.id, block, at, fence },
        record: renderDeposit(deposit, block, at),
      })),
    );
    if (outcomes.includes('fenced')) return false;
    for (const [index, { deposit }] of part.entries()) {
      if (outcomes[index] === 'unclaimed') await tellOfUnclaimed(deps, deposit);
    }
  }
  return true;
}

interface DueDeposit {
  readonly deposit: Deposit;
  readonly block: BlockPlace;
}

/** Finds deposits to credit: all of one address together, once they reach the least sum. */
async function findDue(
  { deposits, rules }: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
): Promise<readonly DueDeposit[]> {
  const byAddress = new Map<string, Deposit[]>();
  for (const deposit of await deposits.listOpen()) {
    const open = byAddress.get(deposit.address) ?? [];
    open.push(deposit);
    byAddress.set(deposit.address, open);
  }
  const due: DueDeposit[] = [];
  for (const open of byAddress.values()) {
    // Before any hash is read: strangers can leave many small deposits.
    if (sumOf(open) < rules.minReceiveSat) continue;
    const deep: DueDeposit[] = [];
    for (const deposit of open) {
      const needed = confirmationsFor(rules.confirmations, deposit.amountSat);
      const block = await placeOnChain(deposit.block, hashes);
      if (block !== null && confirmationsOf({ block }, tipHeight) >= needed) {
        deep.push({ deposit, block });
      }
    }
    if (sumOf(deep.map(({ deposit }) => deposit)) >= rules.minReceiveSat) due.push(...deep);
  }
  return due;
}

const sumOf = (deposits: readonly Deposit[]): bigint =>
  deposits.reduce((sum, { amountSat }) => sum + amountSat, 0n);

async function tellOfUnclaimed(deps: RaiseAlarmDeps, deposit: Deposit): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'closed_account_paid',
    subject: `${deposit.txid}:${deposit.outputIndex}`,
    detail: `${deposit.amountSat} sat arrived at ${deposit.address} of a closed account`,
  });
}

const MAX_CREDITS_AT_ONCE = 50;

/** A credit whose block is gone may have lost its money: a person has to look. */
async function compareCredits(
  deps: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
): Promise<void> {
  const credited = await deps.deposits.listCreditedSince(tipHeight - COMPARED_BLOCKS);
  const places = await Promise.all(credited.map(({ block }) => placeOnChain(block, hashes)));
  for (const [index, deposit] of credited.entries()) {
    // A chain that is shorter than it was says nothing yet.
    if (deposit.block === null || deposit.block.height > tipHeight) continue;
    if (places[index] !== null) continue;
    if (!(await deps.deposits.noteOrphaned(deposit.id))) continue;
    await raiseAlarm(deps, {
      kind: 'deposit_orphaned',
      subject: `${deposit.txid}:${deposit.outputIndex}`,
      detail:
        `${deposit.amountSat} sat were credited in block ${deposit.block.hash}, ` +
        'which is not part of the chain any more: payments to other nodes are stopped',
    });
  }
}
