import type { Msat, Sat } from '../base/amount.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * Port: payments on their way, for admins. It tells what must be known to end one, and nothing of
 * what it is for or whom it pays.
 */
export interface OpenPaymentsStore {
  /** Oldest first, in pages. */
  listOpen(query: OpenPaymentQuery): Promise<readonly OpenPayment[]>;
  countOpen(): Promise<OpenPaymentCounts>;
}

export interface OpenPaymentQuery {
  readonly only: OpenPaymentFilter;
  /** A whole payment hash, an id, or the identifier of a payment or of its user; `''` for all. */
  readonly search: string;
  /** Id of the payment behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** `stranded`: looks at the node have shown that they hang there. */
export type OpenPaymentFilter = 'all' | 'unknown' | 'stranded';

export interface OpenPayment {
  readonly id: string;
  readonly identifier: string;
  readonly userIdentifier: string;
  readonly state: PaymentState;
  readonly kind: 'bolt11' | 'keysend';
  readonly paymentHash: string;
  readonly amountMsat: Msat;
  readonly heldSat: Sat;
  readonly createdAt: Date;
  /** The node has answered that it has it. */
  readonly isAcknowledged: boolean;
  /** When the node was asked first and did not find it. */
  readonly firstNotFoundAt: Date | null;
  readonly stranded: StrandedSight | null;
}

export interface StrandedSight {
  /** All looks since then have found the same. */
  readonly seenAt: Date;
  /** How long its channels' peers had been away by then. */
  readonly awaySec: bigint;
}

export interface OpenPaymentCounts {
  readonly open: number;
  readonly unknown: number;
  readonly stranded: number;
  readonly heldSat: Sat;
}
