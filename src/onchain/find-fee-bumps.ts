/**
 * Finds fee bumps that the node's wallet has and the database does not know, because it was
 * restored to an earlier state. Their label shows to which withdrawal they belong.
 */

import { sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { decodeTransactionHex } from '../lightning/bitcoin/transaction.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import { type FeeBumpStore, identifierOfBumpLabel } from './fee-bump.ts';
import type { FoundWithdrawals } from './find-withdrawals.ts';

export interface FindFeeBumpsDeps {
  readonly feeBumps: Pick<FeeBumpStore, 'listLost' | 'noteFound'>;
  readonly clock: Clock;
  readonly random: Random;
}

export interface LostBumpLook {
  readonly found: FoundWithdrawals;
  readonly fence: bigint;
}

/** Stores the fee bumps that the database has lost, so that they end and are booked like others. */
export async function findLostBumps(
  { feeBumps, clock, random }: FindFeeBumpsDeps,
  { found, fence }: LostBumpLook,
): Promise<'found' | 'none' | 'fenced'> {
  const labelled = [...found.labelledBumps.values()].map(({ txid, label }) => ({
    txid,
    identifier: identifierOfBumpLabel(label) ?? '',
  }));
  const lost = labelled.length === 0 ? [] : await feeBumps.listLost(labelled);
  const owners = new Map(lost.map(({ txid, withdrawalId }) => [txid, withdrawalId]));
  const transactions = [...owners.keys()].flatMap((txid) => found.labelledBumps.get(txid) ?? []);
  let outcome: 'found' | 'none' = 'none';
  for (const transaction of inOrder(transactions)) {
    const { txid, raw, feeSat } = transaction;
    const withdrawalId = owners.get(txid);
    const coin = coinOf(transaction);
    if (withdrawalId === undefined || coin === null) continue;
    const bump = { id: newUuid(clock, random), withdrawalId, coin, txid, raw, feeSat };
    const noted = await feeBumps.noteFound(bump, clock.now(), fence);
    if (noted === 'fenced') return 'fenced';
    if (noted === 'noted') outcome = 'found';
  }
  return outcome;
}

/** Sorts transactions so that each comes after the one whose output it spends. */
function inOrder(transactions: readonly WalletTransaction[]): readonly WalletTransaction[] {
  const left = new Map(transactions.map((one) => [one.txid, one]));
  const sorted: WalletTransaction[] = [];
  const take = (one: WalletTransaction): void => {
    if (!left.delete(one.txid)) return;
    for (const { txid } of one.inputs) {
      const parent = left.get(txid);
      if (parent !== undefined) take(parent);
    }
    sorted.push(one);
  };
  for (const one of transactions) take(one);
  return sorted;
}

/**
 * The one coin that a fee bump spends; null for a transaction that is none, or whose fee the wallet
 * does not know.
 */
function coinOf({ raw, inputs, feeSat }: WalletTransaction): LeasedCoin | null {
  const outputs = decodeTransactionHex(raw)?.outputs ?? [];
  const [input] = inputs;
  const [output] = outputs;
  const isOne = inputs.length === 1 && outputs.length === 1;
  if (!isOne || input === undefined || output === undefined || feeSat === 0n) return null;
  return { txid: input.txid, index: input.index, amountSat: sat(output.valueSat + feeSat) };
}
