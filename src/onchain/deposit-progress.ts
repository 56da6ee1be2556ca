import { type Sat, sat } from '../base/amount.ts';
import { confirmationsFor } from './confirmation-steps.ts';
import { confirmationsOf, type Deposit } from './deposit.ts';
import type { OnchainRules } from './look-at-chain.ts';

/** What an open deposit waits for. */
export interface DepositProgress {
  /** The number of confirmations so far, but not more than are needed. */
  readonly confirmations: number;
  readonly needed: number;
  /** The sum that must still arrive at the address; 0 when nothing is missing. */
  readonly missingSat: Sat;
}

/** An open deposit, as of the last look at the chain. */
export interface OpenDeposit {
  readonly deposit: Deposit;
  /** The height of the chain at the last look at it; null before the first look. */
  readonly tipHeight: number | null;
  /** The sum of all open deposits at the same address, including this one. */
  readonly openSat: Sat;
}

export function depositProgress(
  { confirmations: steps, minReceiveSat }: OnchainRules,
  { deposit, tipHeight, openSat }: OpenDeposit,
): DepositProgress {
  const needed = confirmationsFor(steps, deposit.amountSat);
  const depth = tipHeight === null ? 0 : confirmationsOf(deposit, tipHeight);
  const missingSat = openSat < minReceiveSat ? sat(minReceiveSat - openSat) : sat(0n);
  return { confirmations: Math.min(depth, needed), needed, missingSat };
}
