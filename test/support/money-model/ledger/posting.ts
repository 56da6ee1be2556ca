import type { Account } from './account.ts';

/** A line of a transfer. The amount is signed, in millisatoshi, and never zero. */
export interface Posting {
  readonly account: Account;
  readonly amountMsat: bigint;
}
