/**
 * Finds unconfirmed deposits that were replaced, because a transaction in a block spends the same
 * output. If the replacing transaction concerns the node's wallet too, as a fee bump usually does,
 * it is found in the wallet's list; otherwise the node is asked for the transaction that has spent
 * the output.
 */

import type { RaiseAlarmDeps } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import {
  decodeTransactionHex,
  type Outpoint,
  outpointText,
} from '../lightning/bitcoin/transaction.ts';
import type { ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import { type BlockPlace, confirmationsOf, type Deposit } from './deposit.ts';
import type { DepositStore, ReplacedDeposit } from './deposit-store.ts';

export interface FindReplacedDeps {
  readonly chainWallet: Pick<ChainWallet, 'spender'>;
  readonly deposits: Pick<DepositStore, 'listRaw'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: RaiseAlarmDeps['log'];
}

/** An unconfirmed transaction, the outputs that it spends, and the deposits that it would bring. */
export interface WaitingTransaction {
  readonly txid: string;
  readonly seenAt: Date;
  readonly inputs: readonly Outpoint[];
  readonly depositIds: readonly string[];
}

/** A transaction in a block that has spent a coin in the place of another transaction. */
export interface Rival {
  readonly txid: string;
  readonly block: BlockPlace;
}

/**
 * A transaction of others that no block has any more, although a withdrawal spends its output. It
 * may have been replaced.
 */
export interface LostParent extends WaitingTransaction {
  /** The height from which a block may have another transaction that spends the same. */
  readonly fromHeight: number;
}

/**
 * What a process remembers from one look at the chain to the next: the inputs of unconfirmed
 * transactions by id, and how far it has asked the node about them.
 */
export interface WaitingMemory {
  readonly inputs: Map<string, readonly Outpoint[]>;
  asked: number;
}

/**
 * Reads the inputs of unconfirmed transactions, once per transaction, because one may contain
 * thousands of deposits.
 */
export async function readWaiting(
  { deposits }: Pick<FindReplacedDeps, 'deposits'>,
  waiting: readonly Deposit[],
  { inputs }: WaitingMemory,
): Promise<readonly WaitingTransaction[]> {
  const groups = Map.groupBy(waiting, ({ txid }) => txid ?? '');
  for (const txid of inputs.keys()) if (!groups.has(txid)) inputs.delete(txid);
  const unread = new Map(
    [...groups].flatMap(([txid, [first]]) =>
      inputs.has(txid) || first === undefined ? [] : [[first.id, txid]],
    ),
  );
  const ids = [...unread.keys()];
  for (let place = 0; place < ids.length; place += READ_AT_ONCE) {
    const raws = await deposits.listRaw(ids.slice(place, place + READ_AT_ONCE));
    for (const [id, raw] of raws) inputs.set(unread.get(id) ?? '', inputsOf(raw));
  }
  return [...groups].flatMap(([txid, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const depositIds = group.map(({ id }) => id);
    return [{ txid, seenAt: first.seenAt, inputs: inputs.get(txid) ?? [], depositIds }];
  });
}

/**
 * The number of transactions that are read at once. It is small, because the inputs of one
 * transaction may take some 40 kB.
 */
const READ_AT_ONCE = 100;

function inputsOf(raw: string): readonly Outpoint[] {
  const inputs = decodeTransactionHex(raw)?.inputs ?? [];
  return inputs.map(({ txid, index }) => ({ txid, index }));
}

/** The number of confirmations from which a block is not expected to leave the chain. */
const DEEP = 6;

/**
 * Finds transactions that replace unconfirmed deposits, by comparing the wallet's transactions with
 * the inputs of these deposits.
 */
export interface ReplacementFinder {
  /** Whether a transaction spends an input of an unconfirmed deposit's transaction. */
  concerns(transaction: WalletTransaction): boolean;
  /** Compares these transactions, which are in blocks of the chain. */
  note(placed: Iterable<WalletTransaction>): void;
  /** The replacing transaction for each replaced one, by transaction id. */
  readonly found: ReadonlyMap<string, Rival>;
}

export function createReplacementFinder(
  waiting: readonly WaitingTransaction[],
  tipHeight: number,
): ReplacementFinder {
  const rivals = new Map<string, string[]>();
  for (const { txid, inputs } of waiting) {
    for (const input of inputs) {
      const key = outpointText(input);
      const spenders = rivals.get(key);
      if (spenders === undefined) rivals.set(key, [txid]);
      else spenders.push(txid);
    }
  }
  const rivalsOf = ({ txid, inputs }: WalletTransaction): readonly string[] =>
    inputs
      .flatMap((input) => rivals.get(outpointText(input)) ?? [])
      .filter((rival) => rival !== txid);
  const found = new Map<string, Rival>();
  return {
    found,
    concerns: (transaction) => rivals.size > 0 && rivalsOf(transaction).length > 0,
    note: (placed) => {
      if (rivals.size === 0) return;
      for (const transaction of placed) {
        const { txid, block } = transaction;
        if (block === null || confirmationsOf({ block }, tipHeight) < DEEP) continue;
        for (const rival of rivalsOf(transaction)) found.set(rival, { txid, block });
      }
    },
  };
}

/** Finds the deposits whose transaction was replaced. */
export const replacedDeposits = (
  waiting: readonly WaitingTransaction[],
  found: ReadonlyMap<string, Rival>,
): readonly ReplacedDeposit[] =>
  waiting.flatMap(({ txid, depositIds }) => {
    const replacedBy = found.get(txid)?.txid;
    return replacedBy === undefined
      ? []
      : depositIds.map((depositId) => ({ depositId, replacedBy }));
  });

/**
 * The time before the node is asked about an unconfirmed transaction. Most are in a block by then.
 */
const ASKED_AFTER_MS = HOUR_MS;
const ASKED_AT_ONCE = 8;

export interface AskedChain {
  readonly tipHeight: number;
  /** Reads the hash of the chain's block at a height; null above the tip. */
  readonly hashes: (height: number) => Promise<string | null>;
}

/**
 * Asks the node which transactions have spent the inputs of unconfirmed deposits, and of lost
 * parents of withdrawals. Each look at the chain asks about a few of them, one group after the
 * other, because strangers can send many.
 */
export async function askForReplaced(
  { chainWallet, clock, log }: FindReplacedDeps,
  waiting: readonly (WaitingTransaction | LostParent)[],
  memory: WaitingMemory,
  { tipHeight, hashes }: AskedChain,
): Promise<ReadonlyMap<string, Rival>> {
  const nowMs = clock.now().getTime();
  const askable = waiting
    .filter(({ seenAt }) => nowMs - seenAt.getTime() >= ASKED_AFTER_MS)
    .flatMap((one) => {
      const { txid, seenAt, inputs } = one;
      const from = 'fromHeight' in one ? one.fromHeight : tipHeight - blocksSince(seenAt, nowMs);
      return inputs.map((input) => ({ txid, from, input }));
    });
  if (memory.asked >= askable.length) memory.asked = 0;
  const asked = askable.slice(memory.asked, memory.asked + ASKED_AT_ONCE);
  memory.asked += asked.length;
  const found = new Map<string, Rival>();
  await Promise.all(
    asked.map(async ({ txid, from, input }) => {
      try {
        const spender = await chainWallet.spender(input, from);
        if (spender === null || spender.txid === txid) return;
        const { height } = spender;
        const hash = await hashes(height);
        if (hash === null) return;
        const block = { height, hash };
        const isDeep = confirmationsOf({ block }, tipHeight) >= DEEP;
        if (isDeep) found.set(txid, { txid: spender.txid, block });
      } catch (error) {
        // If the node does not answer, the deposit merely stays open for longer.
        log.warn({ error }, 'the node did not tell what has spent an output');
      }
    }),
  );
  return found;
}

/**
 * The number of blocks back that the node has to search, from when the transaction was first seen.
 * It allows for blocks that come twice as fast as planned.
 */
const blocksSince = (seenAt: Date, nowMs: number): number =>
  Math.min(DEEP + Math.ceil((nowMs - seenAt.getTime()) / (5 * MINUTE_MS)), MAX_SEARCHED_BLOCKS);

const MAX_SEARCHED_BLOCKS = 200;
