/**
 * Looks at the chain once: notes deposits, credits those with enough confirmations, and ends
 * withdrawals that are in a block. Each look asks the node again about everything that has not
 * ended, so a missed message of the node, a crash or a reorganisation causes only a delay.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import type { ConfirmationStep } from '../base/confirmation-step.ts';
import { DAY_MS } from '../base/durations.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { renderDeposit } from '../ledger/render-deposit.ts';
import type { Outpoint } from '../lightning/bitcoin/transaction.ts';
import type { ChainSpending } from '../lightning/chain-spending.ts';
import type {
  BlockRange,
  ChainTip,
  ChainWallet,
  WalletTransaction,
} from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { ChannelNode } from '../lightning/node-wallet.ts';
import { confirmationsFor } from './confirmation-steps.ts';
import { type BlockPlace, confirmationsOf, type Deposit } from './deposit.ts';
import type { ChainCursor, DepositStore, SeenOutput } from './deposit-store.ts';
import { endFeeBumps } from './end-fee-bumps.ts';
import { type EndWithdrawalsDeps, endWithdrawals } from './end-withdrawals.ts';
import type { FeeBumpStore } from './fee-bump.ts';
import { findLostBumps } from './find-fee-bumps.ts';
import {
  type AskedChain,
  askForReplaced,
  createReplacementFinder,
  type LostParent,
  type ReplacementFinder,
  type Rival,
  readWaiting,
  replacedDeposits,
  type WaitingMemory,
  type WaitingTransaction,
} from './find-replaced.ts';
import { createWithdrawalFinder, type WithdrawalFinder } from './find-withdrawals.ts';
import {
  createRangeLister,
  rangesWithUnread,
  tellOfUnread,
  type UnreadBlocks,
  type UnreadRange,
} from './list-ranges.ts';
import { sumOfCoins } from './sum-of-coins.ts';

export interface LookAtChainDeps extends EndWithdrawalsDeps {
  readonly feeBumps: Pick<FeeBumpStore, 'listOpen' | 'listLost' | 'noteFound' | 'end'>;
  readonly chainWallet: Pick<
    ChainWallet,
    'tip' | 'blockHash' | 'transactions' | 'spender' | 'coins'
  >;
  readonly chainSpending: Pick<ChainSpending, 'listLeases'> | null;
  readonly lightning: Pick<ChannelNode, 'balances'>;
  readonly deposits: DepositStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly rules: OnchainRules;
}

/** Access to the node's wallet and the operator's settings for bitcoin addresses. */
export interface Onchain {
  readonly chainWallet: ChainWallet;
  /** Access to the wallet for sending; null when users can only receive on-chain. */
  readonly chainSpending: ChainSpending | null;
  readonly rules: OnchainRules;
}

export interface OnchainRules {
  readonly confirmations: readonly ConfirmationStep[];
  /**
   * The smallest sum that is credited. Smaller deposits wait until more arrives at the same
   * address.
   */
  readonly minReceiveSat: Sat;
  /** The smallest amount of a withdrawal. */
  readonly minSendSat: Sat;
  /** The highest fee rate of a withdrawal, in sat per vbyte. */
  readonly maxFeeRate: bigint;
}

/**
 * The number of recent blocks whose credited deposits are compared with the chain, to notice
 * reorganisations.
 */
const COMPARED_BLOCKS = 200;
/**
 * The age at which an unconfirmed deposit is given up. Mempools drop a transaction after two weeks.
 */
const GIVEN_UP_AFTER_MS = 15 * DAY_MS;

export interface Look {
  /**
   * The fencing token of the lease under which this process looks at the chain. The database
   * refuses writes with an older token.
   */
  readonly fence: bigint;
  /**
   * Whether all transactions since the very first look at the chain are read, in case an earlier
   * look has missed one.
   */
  readonly isWhole: boolean;
  readonly memory: LookMemory;
}

/**
 * What a process remembers from one look at the chain to the next. A complete look finds all of it
 * again, so it may be lost.
 */
export interface LookMemory {
  /** Transactions that the wallet believes to be in blocks that have left the chain. */
  readonly orphans: Set<string>;
  /**
   * The conflicting transaction of each withdrawal or fee bump, which has spent its coin in a block
   * that later looks at the chain do not read.
   */
  rivals: ReadonlyMap<string, Rival>;
  /** Transactions without a block whose outputs withdrawals spend. */
  parents: ReadonlyMap<string, LostParent>;
  /** The coins that the last look at the chain knew to be ours, as `sumOfCoins` returned them. */
  coins: readonly Outpoint[];
  /** The tip of the chain when credited and waiting deposits were last compared with it. */
  comparedTip: ChainTip | null;
  /** When the last look at the chain that left nothing unread began, on the monotonic clock. */
  lookedAtMs: number;
  readonly waiting: WaitingMemory;
  /**
   * Blocks that the node could not list at earlier looks; null when it could list all that it was
   * asked for.
   */
  unread: UnreadBlocks | null;
  /** Whether the alarm about unread blocks is raised; null before this process has read any. */
  isUnreadTold: boolean | null;
  /**
   * Whether the next look must be complete. A stored fee bump whose coin another transaction has
   * spent was holding the place of that one, which may be a fee bump that the database has lost.
   */
  isWholeDue: boolean;
}

export const newLookMemory = (): LookMemory => ({
  orphans: new Set(),
  rivals: new Map(),
  parents: new Map(),
  coins: [],
  comparedTip: null,
  lookedAtMs: Number.NEGATIVE_INFINITY,
  waiting: { inputs: new Map(), asked: 0 },
  unread: null,
  isUnreadTold: null,
  isWholeDue: false,
});

export type LookOutcome =
  /** The chain was looked at, except for blocks that the node could not list. */
  | 'looked'
  /** The node is still syncing, or the chain is being reorganised, so nothing was looked at. */
  | 'too_early'
  /** Another process has taken over the lease for the chain, so this one must stop. */
  | 'fenced';

export async function lookAtChain(
  deps: LookAtChainDeps,
  { fence, isWhole: isWholeAsked, memory }: Look,
): Promise<LookOutcome> {
  const { chainWallet, deposits, node } = deps;
  const begunAtMs = deps.clock.monotonicMs();
  const tip = await chainWallet.tip();
  if (!tip.isSynced) return 'too_early';
  const hashes = createHashReader(deps, tip.height);
  const { unread: left } = memory;
  const isWhole = isWholeAsked || memory.isWholeDue;
  const isCompared = !isWhole && left === null && memory.comparedTip?.hash === tip.hash;
  const unplaced = isCompared ? [] : await findUnplaced(deps, hashes, tip.height);
  const waiting = isCompared ? [] : await readWaiting(deps, unplaced, memory.waiting);
  const withdrawals = await deps.withdrawals.listToDrive(tip.height - COMPARED_BLOCKS);
  const knownBumps = await deps.feeBumps.listOpen();
  const finders = {
    replaced: createReplacementFinder(waiting, tip.height),
    withdrawals: createWithdrawalFinder(withdrawals, knownBumps, {
      ...memory,
      rivals: await findLasting(memory.rivals, hashes),
    }),
  };
  // Read before the coins: bitcoin that leaves for a channel in between must not count twice.
  const { openingLocalMsat } = await deps.lightning.balances();
  const unspent = await chainWallet.coins();
  const leased = (await deps.chainSpending?.listLeases()) ?? [];
  const coinTxids = new Set([...memory.coins, ...unspent, ...leased].map(({ txid }) => txid));
  const cursor = await deposits.readCursor(node.pubkey);
  const lister = createRangeLister(chainWallet, tip.height);
  for (const range of rangesToRead({ cursor, left, unplaced, tipHeight: tip.height, isWhole })) {
    for await (const listed of lister.list(range)) {
      const reading = { listed, coinTxids, finders, hashes, orphans: memory.orphans };
      const seen = await readRange(deps, reading);
      if (seen.length > 0 && !(await deposits.note(seen, fence))) return 'fenced';
    }
  }
  // If the height has gone down in the meantime, the chain is being reorganised.
  if ((await chainWallet.tip()).height < tip.height) return 'too_early';
  const { unread, hasListed } = lister;
  memory.isUnreadTold = await tellOfUnread(deps, unread, memory.isUnreadTold);
  if (!hasListed) throw unread[0]?.error;
  const isRead = unread.length === 0;
  if (!(await creditDeepEnough(deps, hashes, tip.height, fence))) return 'fenced';
  const replaced = isCompared
    ? new Map<string, Rival>()
    : await findReplaced(deps, {
        waiting,
        finders,
        memory,
        chain: { tipHeight: tip.height, hashes },
      });
  finders.withdrawals.noteReplaced(replaced);
  const { found } = finders.withdrawals;
  const firstHeight = cursor?.firstHeight ?? null;
  const look = { withdrawals, found, tipHeight: tip.height, firstHeight, hashes, fence };
  if (!(await endWithdrawals(deps, look))) return 'fenced';
  const lostBumps = await findLostBumps(deps, look);
  if (lostBumps === 'fenced') return 'fenced';
  const bumps = lostBumps === 'none' ? knownBumps : await deps.feeBumps.listOpen();
  const endedBumps = await endFeeBumps(deps, { ...look, bumps });
  if (endedBumps === 'fenced') return 'fenced';
  const isOfWhole = isWhole || left?.isOfWhole === true;
  if (isOfWhole && isRead) {
    await deposits.giveUp(new Date(deps.clock.now().getTime() - GIVEN_UP_AFTER_MS));
  }
  if (!isCompared) {
    const ended = replacedDeposits(waiting, replaced);
    if (ended.length > 0 && !(await deposits.giveUpReplaced(ended, fence))) return 'fenced';
    await compareCredits(deps, hashes, tip.height);
    memory.comparedTip = tip;
  }
  const { sumSat: coinsSat, known } = sumOfCoins({
    ...{ unspent, leased, withdrawals, bumps, found },
    ...{ orphans: memory.orphans, known: memory.coins, tipHeight: tip.height },
  });
  const saved = {
    height: heightRead(unread, cursor, tip.height),
    isWhole: isRead ? isOfWhole : null,
    tookMs: deps.clock.monotonicMs() - begunAtMs,
    ...{ coinsSat, openingLocalMsat, fence },
  };
  memory.rivals = found.rivals;
  memory.parents = found.parents;
  memory.coins = known;
  if (!(await deposits.saveLook(node.pubkey, saved))) return 'fenced';
  const ranges = unread.map(({ range }) => range);
  memory.unread = isRead ? null : { ranges, readTo: tip.height, isOfWhole };
  if (isRead) memory.lookedAtMs = begunAtMs;
  memory.isWholeDue = endedBumps === 'coin_freed';
  return 'looked';
}

/**
 * The height up to which all blocks were read. Unread blocks below the cursor do not move it back,
 * because an earlier look has read them.
 */
function heightRead(
  [lowest]: readonly UnreadRange[],
  cursor: ChainCursor | null,
  tipHeight: number,
): number {
  if (lowest === undefined) return tipHeight;
  return Math.min(tipHeight, Math.max(lowest.range.from - 1, cursor?.height ?? 0));
}

interface ReplacedLook {
  readonly waiting: readonly WaitingTransaction[];
  readonly finders: Finders;
  readonly memory: LookMemory;
  readonly chain: AskedChain;
}

/**
 * Finds deposits that were replaced, and transactions of others that were, although withdrawals
 * spend their outputs.
 */
async function findReplaced(
  deps: LookAtChainDeps,
  { waiting, finders, memory, chain }: ReplacedLook,
): Promise<ReadonlyMap<string, Rival>> {
  const listed = finders.replaced.found;
  const parents = finders.withdrawals.found.parents;
  const deposits = waiting.filter(({ txid }) => !listed.has(txid) && !parents.has(txid));
  const asked = [...deposits, ...parents.values()];
  return new Map([...listed, ...(await askForReplaced(deps, asked, memory.waiting, chain))]);
}

interface Finders {
  readonly replaced: ReplacementFinder;
  readonly withdrawals: WithdrawalFinder;
}

interface Reading {
  readonly listed: readonly WalletTransaction[];
  /** The ids of the transactions whose outputs the wallet holds. */
  readonly coinTxids: ReadonlySet<string>;
  readonly finders: Finders;
  readonly hashes: HashReader;
  readonly orphans: Set<string>;
}

/**
 * Compares the wallet's transactions in a range of blocks with the chain, and returns the outputs
 * that pay users.
 */
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
  /** The heights that earlier looks at the chain have stored; null before the first look. */
  readonly cursor: ChainCursor | null;
  /** What earlier looks have left unread. */
  readonly left: UnreadBlocks | null;
  readonly unplaced: readonly Deposit[];
  readonly tipHeight: number;
  readonly isWhole: boolean;
}

/**
 * The ranges of blocks to read: the newest ones, those that had deposits before a reorganisation,
 * those that earlier looks have left unread, and unconfirmed transactions. A complete look at the
 * chain reads everything since the very first look, before which no address was given out.
 */
function rangesToRead({
  cursor,
  left,
  unplaced,
  tipHeight,
  isWhole,
}: RangesAsked): readonly BlockRange[] {
  const orphaned = unplaced.flatMap(({ block }) => (block === null ? [] : [block.height]));
  const last = isWhole ? cursor?.firstHeight : (left?.readTo ?? cursor?.height);
  const height = Math.min(last ?? tipHeight - COMPARED_BLOCKS, tipHeight, ...orphaned);
  return rangesWithUnread(left, height, tipHeight);
}

/** Finds open deposits without a block, and those whose recent block has left the chain. */
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

/**
 * Creates a reader of block hashes for one look at the chain, which asks the node for each hash
 * once. The hash is null above the tip.
 */
export function createHashReader(
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
 * Returns each transaction once, in the block of the chain that has it. After a reorganisation, the
 * wallet may list a transaction twice, and at most one of its two blocks is in the chain.
 */
export async function placeAll(
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
            identifier: newRecordIdentifier(clock, random),
            transaction,
            block: transaction.block,
            output: { index, address, amountSat },
            seenAt: clock.now(),
          },
        ],
  );

/**
 * Returns the block if it is part of the chain, otherwise null: the wallet may still name a block
 * that a reorganisation removed.
 */
async function placeOnChain(
  block: BlockPlace | null,
  hashes: HashReader,
): Promise<BlockPlace | null> {
  return block !== null && (await hashes(block.height)) === block.hash ? block : null;
}

/** Keeps the conflicting transactions whose blocks are still in the chain. */
async function findLasting(
  rivals: ReadonlyMap<string, Rival>,
  hashes: HashReader,
): Promise<ReadonlyMap<string, Rival>> {
  const lasting = new Map<string, Rival>();
  for (const [id, rival] of rivals) {
    if ((await placeOnChain(rival.block, hashes)) !== null) lasting.set(id, rival);
  }
  return lasting;
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

/**
 * Finds the deposits to credit. The deposits of an address are credited together, once their sum
 * reaches the minimum.
 */
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
    // The sum is checked before any block hash is read, because strangers can send many small
    // deposits.
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

/**
 * Compares credited deposits with the chain. If the block of one has left the chain, its money may
 * be lost, so the operator is alerted.
 */
async function compareCredits(
  deps: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
): Promise<void> {
  const credited = await deps.deposits.listCreditedSince(tipHeight - COMPARED_BLOCKS);
  const places = await Promise.all(credited.map(({ block }) => placeOnChain(block, hashes)));
  for (const [index, deposit] of credited.entries()) {
    // While the chain is shorter than before, the block may still come back.
    if (deposit.block === null || deposit.block.height > tipHeight) continue;
    if (places[index] !== null) continue;
    const alarm = {
      kind: 'deposit_orphaned',
      subject: `${deposit.txid}:${deposit.outputIndex}`,
    } as const;
    const isNew = await deps.deposits.noteOrphaned(deposit.id);
    // An earlier process may have died after noting the deposit and before raising the alarm. Then
    // no one was told of this deposit.
    if (!isNew && (await deps.alarms.wasRaised(alarm.kind, alarm.subject))) continue;
    await raiseAlarm(deps, {
      ...alarm,
      detail:
        `${deposit.amountSat} sat were credited in block ${deposit.block.hash}, ` +
        'which is not part of the chain any more: payments to other nodes are stopped',
    });
  }
}
