/**
 * Finds the transactions of withdrawals, and those that conflict with them, in the wallet's list of
 * transactions. Changes nothing.
 */

import { type Sat, sat } from '../base/amount.ts';
import {
  decodeTransactionHex,
  type Outpoint,
  outpointText,
} from '../lightning/bitcoin/transaction.ts';
import type { Coin, WalletTransaction } from '../lightning/chain-wallet.ts';
import type { BlockPlace } from './deposit.ts';
import type { OpenFeeBump } from './fee-bump.ts';
import type { SignedTransaction, Withdrawal } from './withdrawal.ts';
import { identifierOfLabel } from './withdrawal-label.ts';

export interface WithdrawalFinder {
  /** Whether a transaction belongs to a withdrawal or fee bump, or spends a coin of one. */
  concerns(transaction: WalletTransaction): boolean;
  /**
   * Notes transactions that the wallet has listed. `placed` tells in which blocks of the chain they
   * really are.
   */
  note(listed: readonly WalletTransaction[], placed: ReadonlyMap<string, WalletTransaction>): void;
  readonly found: FoundWithdrawals;
}

export interface FoundWithdrawals {
  /**
   * The block of each transaction of a withdrawal or fee bump that is in the chain, by transaction
   * id.
   */
  readonly blocks: ReadonlyMap<string, BlockPlace>;
  /**
   * Conflicting transactions in blocks of the chain, by the id of the withdrawal or fee bump that
   * they prevent: they have spent its coin, or the coin of a transaction whose output it spends.
   */
  readonly rivals: ReadonlyMap<string, Rival>;
  /** Labelled transactions of withdrawals, by the identifier in their label. */
  readonly labelled: ReadonlyMap<string, WalletTransaction>;
  /**
   * Coins that unconfirmed transactions of other programs spend, so that they must not be counted
   * as ours.
   */
  readonly leaving: ReadonlySet<string>;
}

export interface Rival {
  readonly txid: string;
  readonly block: BlockPlace;
}

interface OwnTransaction {
  /** The id of the withdrawal or fee bump. */
  readonly id: string;
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
}

/**
 * Creates a finder that begins with the conflicting transactions that the last look at the chain
 * has found. Their blocks must still be in the chain.
 */
export function createWithdrawalFinder(
  withdrawals: readonly Withdrawal[],
  bumps: readonly OpenFeeBump[],
  earlier: ReadonlyMap<string, Rival>,
): WithdrawalFinder {
  const owners = new Map<string, string>();
  const lost = new Set<string>();
  const rivals = new Map<string, Rival>();
  for (const { identifier, state } of withdrawals) if (state === 'unknown') lost.add(identifier);
  const own: readonly OwnTransaction[] = [
    ...withdrawals.flatMap(({ id, transaction }) =>
      transaction === null ? [] : [{ id, txid: transaction.txid, inputs: transaction.inputs }],
    ),
    ...bumps.map(({ id, txid, coin }) => ({ id, txid, inputs: [coin] })),
  ];
  const txids = new Set(own.map(({ txid }) => txid));
  for (const { id, inputs } of own) {
    const rival = earlier.get(id);
    if (rival !== undefined) rivals.set(id, rival);
    for (const input of inputs) owners.set(outpointText(input), id);
  }
  const blocks = new Map<string, BlockPlace>();
  const labelled = new Map<string, WalletTransaction>();
  const leaving = new Set<string>();

  /**
   * Whether the label is that of an unknown withdrawal. Its block may be too old for later looks.
   */
  const isLost = ({ label }: WalletTransaction): boolean =>
    lost.has(identifierOfLabel(label) ?? '');
  const noteOther = (transaction: WalletTransaction, block: BlockPlace | null): void => {
    const { txid } = transaction;
    for (const input of transaction.inputs) {
      const coin = outpointText(input);
      const owner = owners.get(coin);
      if (block === null && transaction.block === null) leaving.add(coin);
      if (owner !== undefined && block !== null) rivals.set(owner, { txid, block });
    }
  };
  /** A transaction that spends an output of a replaced one can be in no block either. */
  const passOn = (): void => {
    const replaced = new Map<string, Rival>();
    for (let before = -1; replaced.size > before; ) {
      before = replaced.size;
      for (const { id, txid, inputs } of own) {
        if (blocks.has(txid)) continue;
        const parent = inputs.find((input) => replaced.has(input.txid));
        const rival = rivals.get(id) ?? replaced.get(parent?.txid ?? '');
        if (rival === undefined) continue;
        rivals.set(id, rival);
        replaced.set(txid, rival);
      }
    }
  };
  return {
    concerns: (transaction) =>
      txids.has(transaction.txid) ||
      isLost(transaction) ||
      transaction.inputs.some((input) => owners.has(outpointText(input))),
    note(listed, placed) {
      for (const transaction of listed) {
        const { txid, label } = transaction;
        const identifier = identifierOfLabel(label);
        if (identifier !== null) labelled.set(identifier, transaction);
        const block = placed.get(txid)?.block ?? null;
        const isOwn = txids.has(txid);
        if (!isOwn) noteOther(transaction, block);
        if (block !== null && (isOwn || isLost(transaction))) blocks.set(txid, block);
      }
    },
    get found() {
      passOn();
      return { blocks, rivals, labelled, leaving };
    },
  };
}

export interface WalletCoins {
  /** The coins that the wallet lists as unspent, without the leased ones. */
  readonly unspent: readonly Coin[];
  readonly leased: readonly Coin[];
  readonly withdrawals: readonly Withdrawal[];
  readonly bumps: readonly OpenFeeBump[];
  readonly found: FoundWithdrawals;
  /** Ids of transactions that the wallet believes to be in blocks that the chain does not have. */
  readonly orphans: ReadonlySet<string>;
}

/**
 * Computes what the wallet holds, counting each coin once: unspent coins, leased coins, and the
 * coins that unconfirmed withdrawals spend, because users are owed that money until a block has the
 * transaction. What such a transaction pays back to the wallet does not count beside them, even if
 * the wallet lists it, because the block with the transaction may be one that the node could not
 * list. The coin of a fee bump counts too once a block has the transaction that made it. The
 * money of settled withdrawals is not owed any more: while a reorganisation keeps one out of the
 * blocks, only its change counts.
 */
export function sumOfCoins(wallet: WalletCoins): Sat {
  const { unspent, leased, withdrawals, bumps, found, orphans } = wallet;
  const spent = new Set(found.leaving);
  const inFlight: Coin[] = [];
  const comingBack: Coin[] = [];
  const unplaced = new Set<string>();
  for (const { id, state, block, transaction } of withdrawals) {
    const isEnded = state === 'failed' || block !== null || transaction === null;
    if (isEnded || found.blocks.has(transaction.txid)) continue;
    const { inputs } = transaction;
    if (state === 'settled') for (const input of inputs) spent.add(outpointText(input));
    if (found.rivals.has(id)) continue;
    if (state === 'settled') {
      comingBack.push(...changeOf(transaction));
      continue;
    }
    inFlight.push(...inputs);
    unplaced.add(transaction.txid);
  }
  for (const { id, txid, coin, isFunded, isDead } of bumps) {
    if (isDead || found.blocks.has(txid) || found.rivals.has(id)) continue;
    unplaced.add(txid);
    if (isFunded || found.blocks.has(coin.txid)) inFlight.push(coin);
  }
  const coins = new Map<string, Coin>();
  for (const coin of [...unspent, ...leased, ...inFlight]) {
    const key = outpointText(coin);
    const isThere = !orphans.has(coin.txid) && !unplaced.has(coin.txid);
    if (isThere && !spent.has(key)) coins.set(key, coin);
  }
  for (const coin of comingBack) {
    const key = outpointText(coin);
    if (!spent.has(key)) coins.set(key, coin);
  }
  return sat([...coins.values()].reduce((sum, { amountSat }) => sum + amountSat, 0n));
}

function changeOf({ txid, raw, changeIndex: index }: SignedTransaction): readonly Coin[] {
  const outputs = decodeTransactionHex(raw)?.outputs ?? [];
  const change = outputs[index ?? -1];
  return index === null || change === undefined
    ? []
    : [{ txid, index, amountSat: sat(change.valueSat) }];
}
