/** Reads out of the wallet's list of transactions what it says of withdrawals. Changes nothing. */

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
  /** Whether it is of a withdrawal, or spends its coins. */
  concerns(transaction: WalletTransaction): boolean;
  /** Notes a listing, and where the chain really has what is in it. */
  note(listed: readonly WalletTransaction[], placed: ReadonlyMap<string, WalletTransaction>): void;
  readonly found: FoundWithdrawals;
}

export interface FoundWithdrawals {
  /** Blocks of the chain that have transactions of withdrawals, by transaction id. */
  readonly blocks: ReadonlyMap<string, BlockPlace>;
  /**
   * What has spent a coin of a withdrawal or fee bump in its place, or of one whose output it
   * spends, in a block of the chain; by the id of these.
   */
  readonly rivals: ReadonlyMap<string, Rival>;
  /** By the identifier of the withdrawal in their label. */
  readonly labelled: ReadonlyMap<string, WalletTransaction>;
  /** Coins that transactions of others spend which no block has: the money is about to go. */
  readonly leaving: ReadonlySet<string>;
}

export interface Rival {
  readonly txid: string;
  readonly block: BlockPlace;
}

interface OwnTransaction {
  /** The id of its withdrawal or fee bump. */
  readonly id: string;
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
}

/** Takes over rivals that an earlier look has found: the chain must still have their blocks. */
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

  /** Known by its label only. It may be in a block that no later look reads. */
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
  /** What spends an output of a replaced transaction can be in no block either. */
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
  /** As the wallet lists them: without what is leased. */
  readonly unspent: readonly Coin[];
  readonly leased: readonly Coin[];
  readonly withdrawals: readonly Withdrawal[];
  readonly bumps: readonly OpenFeeBump[];
  readonly found: FoundWithdrawals;
  /** Transactions of blocks that the chain does not have. */
  readonly orphans: ReadonlySet<string>;
}

/**
 * What the wallet holds, each coin once: what is free, what is leased, and what withdrawals spend
 * that no block has yet, as their money is owed until then. So does what a fee bump spends once a
 * block has what made it. The money of settled ones is not owed any more: of these, only what comes
 * back counts while a reorganisation keeps them out of blocks.
 */
export function sumOfCoins(wallet: WalletCoins): Sat {
  const { unspent, leased, withdrawals, bumps, found, orphans } = wallet;
  const spent = new Set(found.leaving);
  const inFlight: Coin[] = [];
  const comingBack: Coin[] = [];
  for (const { id, state, block, transaction } of withdrawals) {
    const isEnded = state === 'failed' || block !== null || transaction === null;
    if (isEnded || found.blocks.has(transaction.txid)) continue;
    const { inputs } = transaction;
    if (state === 'settled') for (const input of inputs) spent.add(outpointText(input));
    if (found.rivals.has(id)) continue;
    if (state === 'settled') comingBack.push(...changeOf(transaction));
    else inFlight.push(...inputs);
  }
  for (const { id, txid, coin, isFunded, isDead } of bumps) {
    if (isDead || found.blocks.has(txid) || found.rivals.has(id)) continue;
    if (isFunded || found.blocks.has(coin.txid)) inFlight.push(coin);
  }
  const coins = new Map<string, Coin>();
  for (const coin of [...unspent, ...leased, ...inFlight]) {
    const key = outpointText(coin);
    if (!orphans.has(coin.txid) && !spent.has(key)) coins.set(key, coin);
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
