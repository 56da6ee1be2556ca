/**
 * Deposits without a block whose place another transaction has taken: a block has what spends the
 * same output. That is known from the wallet's own list where the other one concerns the wallet
 * too, as a replacement with a higher fee mostly does, and from the node's chain otherwise.
 */

import type { RaiseAlarmDeps } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { hexToBytes } from '../base/hex.ts';
import {
  decodeTransaction,
  type Outpoint,
  outpointText,
} from '../lightning/bitcoin/transaction.ts';
import type { ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import { confirmationsOf, type Deposit } from './deposit.ts';
import type { DepositStore, ReplacedDeposit } from './deposit-store.ts';

export interface FindReplacedDeps {
  readonly chainWallet: Pick<ChainWallet, 'spender'>;
  readonly deposits: Pick<DepositStore, 'listRaw'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: RaiseAlarmDeps['log'];
}

/** A deposit that no block has, with what its transaction spends. */
export interface WaitingDeposit extends Pick<Deposit, 'id' | 'txid' | 'seenAt'> {
  readonly inputs: readonly Outpoint[];
}

/** What one process has read of deposits that wait, by their ids, and how far it has asked. */
export interface WaitingMemory {
  readonly inputs: Map<string, readonly Outpoint[]>;
  asked: number;
}

/** Reads the inputs of deposits that wait, of each once. */
export async function readWaiting(
  { deposits }: Pick<FindReplacedDeps, 'deposits'>,
  waiting: readonly Deposit[],
  { inputs }: WaitingMemory,
): Promise<readonly WaitingDeposit[]> {
  const ids = new Set(waiting.map(({ id }) => id));
  for (const id of inputs.keys()) if (!ids.has(id)) inputs.delete(id);
  const unread = [...ids].filter((id) => !inputs.has(id));
  for (let place = 0; place < unread.length; place += READ_AT_ONCE) {
    const raws = await deposits.listRaw(unread.slice(place, place + READ_AT_ONCE));
    for (const [id, raw] of raws) inputs.set(id, inputsOf(raw));
  }
  return waiting.map(({ id, txid, seenAt }) => ({
    ...{ id, txid, seenAt },
    inputs: inputs.get(id) ?? [],
  }));
}

/** A transaction may have 100 kB. */
const READ_AT_ONCE = 100;

function inputsOf(raw: string): readonly Outpoint[] {
  const bytes = hexToBytes(raw);
  const inputs = bytes === null ? [] : (decodeTransaction(bytes)?.inputs ?? []);
  return inputs.map(({ txid, index }) => ({ txid, index }));
}

/** So deep, a block is not expected to leave the chain. */
const DEEP = 6;

/** Compares transactions that the wallet lists with what the waiting deposits spend. */
export interface ReplacementFinder {
  /** Whether a transaction spends what a waiting deposit was to spend. */
  concerns(transaction: WalletTransaction): boolean;
  /** Takes transactions in the blocks that the chain has. */
  note(placed: Iterable<WalletTransaction>): void;
  /** By deposit, the transaction that has taken its place. */
  readonly found: ReadonlyMap<string, string>;
}

export function createReplacementFinder(
  waiting: readonly WaitingDeposit[],
  tipHeight: number,
): ReplacementFinder {
  const rivals = new Map<string, WaitingDeposit[]>();
  for (const deposit of waiting) {
    for (const input of deposit.inputs) {
      const key = outpointText(input);
      rivals.set(key, [...(rivals.get(key) ?? []), deposit]);
    }
  }
  const rivalsOf = ({ txid, inputs }: WalletTransaction): readonly WaitingDeposit[] =>
    inputs
      .flatMap((input) => rivals.get(outpointText(input)) ?? [])
      .filter((deposit) => deposit.txid !== txid);
  const found = new Map<string, string>();
  return {
    found,
    concerns: (transaction) => rivals.size > 0 && rivalsOf(transaction).length > 0,
    note: (placed) => {
      if (rivals.size === 0) return;
      for (const transaction of placed) {
        if (confirmationsOf(transaction, tipHeight) < DEEP) continue;
        for (const { id } of rivalsOf(transaction)) found.set(id, transaction.txid);
      }
    },
  };
}

/** How long most transactions wait for a block, so that nobody is asked about them before. */
const ASKED_AFTER_MS = HOUR_MS;
const ASKED_AT_ONCE = 8;

/**
 * Asks the node what has spent the outputs that deposits wait for: a few at a time, one after the
 * other, as strangers can leave many.
 */
export async function askForReplaced(
  { chainWallet, clock, log }: FindReplacedDeps,
  waiting: readonly WaitingDeposit[],
  memory: WaitingMemory,
  tipHeight: number,
): Promise<readonly ReplacedDeposit[]> {
  const nowMs = clock.now().getTime();
  const askable = waiting
    .filter(({ seenAt }) => nowMs - seenAt.getTime() >= ASKED_AFTER_MS)
    .flatMap((deposit) => deposit.inputs.map((input) => ({ deposit, input })));
  if (memory.asked >= askable.length) memory.asked = 0;
  const asked = askable.slice(memory.asked, memory.asked + ASKED_AT_ONCE);
  memory.asked += asked.length;
  const answers = await Promise.all(
    asked.map(async ({ deposit: { id, txid, seenAt }, input }) => {
      try {
        const spender = await chainWallet.spender(input, tipHeight - blocksSince(seenAt, nowMs));
        if (spender === null || spender.txid === txid) return [];
        const isDeep = confirmationsOf({ block: { ...spender, hash: '' } }, tipHeight) >= DEEP;
        return isDeep ? [{ depositId: id, replacedBy: spender.txid }] : [];
      } catch (error) {
        // The deposit only waits for longer.
        log.warn({ error }, 'the node did not tell what has spent an output');
        return [];
      }
    }),
  );
  return answers.flat();
}

/** How far back the node searches: blocks sometimes come twice as fast. */
const blocksSince = (seenAt: Date, nowMs: number): number =>
  Math.min(DEEP + Math.ceil((nowMs - seenAt.getTime()) / (5 * MINUTE_MS)), MAX_SEARCHED_BLOCKS);

const MAX_SEARCHED_BLOCKS = 200;
