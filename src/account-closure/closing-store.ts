import type { SettledPayment } from '../ledger/payment.ts';

/** Port: the end of an account, with all that it takes along. */
export interface ClosingStore {
  /** Everything together or nothing. May be repeated: a closed account stays closed. */
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
  /** Made by ledger/settled-record.ts. */
  readonly record: string;
  readonly receiptId: string;
  readonly receiptIdentifier: string;
}

export type ClosingOutcome =
  | 'closed'
  /** The account had been closed before. */
  | 'present'
  | 'open_payments'
  /** There is another balance than the one given up. */
  | 'balance'
  | 'last_admin';
