import type { SettledPayment } from '../ledger/payment.ts';

/** Port: closes accounts, together with everything that gives access to them. */
export interface ClosingStore {
  /**
   * Closes an account in one transaction. A repeat finds the account closed and changes nothing.
   */
  close(event: ClosingEvent): Promise<ClosingOutcome>;
}

export interface ClosingEvent {
  readonly userId: string;
  readonly closedAt: Date;
  /** The balance that the owner of the account gives up; null if the wallet is empty. */
  readonly givenUp: GivenUp | null;
}

export interface GivenUp {
  readonly payment: SettledPayment;
  /** The record of the given-up money as JSON text, in the form of src/ledger/settled-record.ts. */
  readonly record: string;
  readonly receiptId: string;
  readonly receiptIdentifier: string;
}

export type ClosingOutcome =
  | 'closed'
  /** The account was already closed by an earlier call. */
  | 'present'
  | 'open_payments'
  /** The balance of the wallet is not the one that its owner gave up. */
  | 'balance'
  | 'last_admin';
