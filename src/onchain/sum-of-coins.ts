/** Computes what the node's wallet holds on the chain, for the comparison with what users own. */

import { type Sat, sat } from '../base/amount.ts';
import {
  decodeTransactionHex,
  type Outpoint,
  outpointText,
} from '../lightning/bitcoin/transaction.ts';
import type { Coin } from '../lightning/chain-wallet.ts';
import { isRivalFinal } from './end-withdrawals.ts';
import type { OpenFeeBump } from './fee-bump.ts';
import type { FoundWithdrawals } from './find-withdrawals.ts';
import type { SignedTransaction, Withdrawal } from './withdrawal.ts';

export interface WalletCoins {
  /** The coins that the wallet lists as unspent, without the leased ones. */
  readonly unspent: readonly Coin[];
  readonly leased: readonly Coin[];
  readonly withdrawals: readonly Withdrawal[];
  readonly bumps: readonly OpenFeeBump[];
  readonly found: FoundWithdrawals;
  /** Ids of transactions that the wallet believes to be in blocks that the chain does not have. */
  readonly orphans: ReadonlySet<string>;
  readonly tipHeight: number;
  /** What `known` was after the last look at the chain. */
  readonly known: readonly Outpoint[];
}

export interface CountedCoins {
  readonly sumSat: Sat;
  /**
   * The coins that were counted, and those that are spent by unconfirmed transactions whose change
   * was counted.
   */
  readonly known: readonly Outpoint[];
}

/**
 * Computes what the wallet holds, counting each coin once: unspent coins, leased coins, and the
 * coins that unconfirmed withdrawals spend, because users are owed that money until a block has the
 * transaction. What such a transaction pays back to the wallet does not count beside them, even if
 * the wallet lists it, because the block with the transaction may be one that the node could not
 * list. A coin whose own transaction no block has is not ours for certain, and does not count. The
 * coin of a fee bump counts too once a block has the transaction that made it. The money of settled
 * withdrawals is not owed any more: while a reorganisation keeps one out of the blocks, only its
 * change counts. For the change of other programs, see `addChangeOfOthers`.
 */
export function sumOfCoins(wallet: WalletCoins): CountedCoins {
  const { unspent, leased, withdrawals, bumps, found, orphans, tipHeight } = wallet;
  const spent = new Set(
    [...found.others.values()].flatMap(({ inputs }) => inputs.map(outpointText)),
  );
  const inFlight: Coin[] = [];
  const comingBack: Coin[] = [];
  const unplaced = new Set<string>();
  for (const { id, state, block, transaction } of withdrawals) {
    const isEnded = state === 'failed' || block !== null || transaction === null;
    if (isEnded || found.blocks.has(transaction.txid)) continue;
    const { inputs } = transaction;
    // Coins that no rival has spent are free again.
    if (isRivalFinal(found.rivals, { id }, tipHeight)) continue;
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
  const isMade = ({ txid }: Coin): boolean =>
    !orphans.has(txid) && !found.parents.has(txid) && !unplaced.has(txid);
  const listed = [...unspent, ...leased].filter(isMade);
  const coins = new Map<string, Coin>();
  for (const coin of [...listed, ...inFlight.filter(isMade)]) {
    const key = outpointText(coin);
    if (!spent.has(key)) coins.set(key, coin);
  }
  for (const coin of comingBack) {
    const key = outpointText(coin);
    if (!spent.has(key)) coins.set(key, coin);
  }
  const backing = addChangeOfOthers(coins, spent, { ...wallet, listed });
  return {
    sumSat: sat([...coins.values()].reduce((sum, { amountSat }) => sum + amountSat, 0n)),
    known: [...coins.values(), ...backing],
  };
}

/**
 * Adds the change of other programs' unconfirmed transactions, such as those that open channels,
 * and returns the coins that they spend. Such a transaction must spend only coins that are ours for
 * certain: the wallet lists them in this look at the chain, or they were counted in an earlier one.
 * And no other transaction may be known that spends one of them. Then the change is ours whether
 * the transaction is mined or vanishes. A process that has just begun to look at the chain may miss
 * change until its block, and counts too little rather than too much.
 */
function addChangeOfOthers(
  coins: Map<string, Coin>,
  spent: ReadonlySet<string>,
  { found, orphans, known, listed }: WalletCoins & { readonly listed: readonly Coin[] },
): readonly Outpoint[] {
  const ours = new Set([...known, ...listed].map(outpointText));
  const backing = new Map<string, readonly Outpoint[]>();
  const isSafe = (input: Outpoint): boolean => {
    const { txid } = input;
    const key = outpointText(input);
    const isMade = !orphans.has(txid) && (!found.others.has(txid) || backing.has(txid));
    return isMade && ours.has(key) && found.spenders.get(key)?.size === 1;
  };
  for (let before = -1; before < backing.size; ) {
    before = backing.size;
    for (const { txid, inputs, outputs } of found.others.values()) {
      if (backing.has(txid) || !inputs.every(isSafe)) continue;
      backing.set(txid, inputs);
      for (const { index, amountSat } of outputs.filter(({ isOurs }) => isOurs)) {
        const key = outpointText({ txid, index });
        ours.add(key);
        if (!spent.has(key)) coins.set(key, { txid, index, amountSat });
      }
    }
  }
  return [...backing.values()].flat();
}

function changeOf({ txid, raw, changeIndex: index }: SignedTransaction): readonly Coin[] {
  const outputs = decodeTransactionHex(raw)?.outputs ?? [];
  const change = outputs[index ?? -1];
  return index === null || change === undefined
    ? []
    : [{ txid, index, amountSat: sat(change.valueSat) }];
}
