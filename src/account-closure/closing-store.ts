import type { SettledPayment } from '../ledger/payment.ts';

/** Port: the end of an account, with all that it takes along. */
export interface ClosingStore {
  /**
   * Closes an account, everything together or nothing. May be repeated: a closed account stays
   * closed.
   */
  close(event: ClosingEvent): Promise<ClosingOutcome>;
}

export interface ClosingEvent {
  readonly userId: string;
  readonly closedAt: Date;
  /** The balance that its owner gives up, booked to unclaimed; null for an empty wallet. */
  readonly givenUp: GivenUp | null;
}

export interface GivenUp {
  readonly payment: SettledPayment;
  /** The record as ledger/settled-record.ts writes it. */
  readonly record: string;
  readonly receiptId: string;
  readonly receiptIdentifier: string;
}

export type ClosingOutcome =
  | 'closed'
  /** The account had been closed before. */
  | 'present'
  | 'open_payments'
  /** The balance is not the one that was given up. */
  | 'balance'
  | 'last_admin';
