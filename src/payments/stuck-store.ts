import type { Msat, Sat } from '../base/amount.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PaymentState } from '../ledger/payment-state.ts';
import type { WithdrawalState } from '../onchain/withdrawal-state.ts';

/** Port: payments that hang in the node forever, as far as looks at it have shown. */
export interface StuckStore {
  /** Stores a first look if there is none; returns the stored one. */
  markStuck(paymentId: string, look: StuckMark): Promise<StuckMark>;
  /** Stores a look as the first one, as something has changed. */
  markAnew(paymentId: string, look: StuckMark): Promise<void>;
  /** Forgets payments that do not hang after all, or have ended otherwise. */
  forgetStuck(paymentIds: readonly string[]): Promise<void>;
  wasTold(paymentId: string): Promise<boolean>;
  /** Notes that the operator was told of the payment. */
  markTold(paymentId: string): Promise<void>;
  /** Lists payments that once hung, have ended here, and are not closed yet. */
  listEndedStuck(): Promise<readonly Payment[]>;
  /** Closes a payment of which the node has reported an end as well: no more looks are needed. */
  closeStuck(paymentId: string): Promise<void>;
}

export interface StuckMark {
  /** The time since when all looks have found the same. */
  readonly seenAt: Date;
  /**
   * The time in total for which peers of the payment's channels were away, while the node watched
   * them.
   */
  readonly awaySec: bigint;
}

/**
 * Port: payments on their way, over the node and to bitcoin addresses, for admins. It tells what
 * must be known to end one, and nothing of what it is for.
 */
export interface OpenPaymentsStore {
  /** Lists open payments in pages, oldest first. */
  listOpen(query: OpenPaymentQuery): Promise<readonly OpenPayment[]>;
  countOpen(): Promise<OpenPaymentCounts>;
}

export interface OpenPaymentQuery {
  readonly only: OpenPaymentFilter;
  /**
   * A whole payment hash or address, an id, or the identifier of a payment or of its user; `''` for
   * all.
   */
  readonly search: string;
  /** Id of the payment behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Filters of open payments. `stuck`: looks at the node have shown that they hang there. */
export type OpenPaymentFilter = 'all' | 'unknown' | 'stranded';

export interface OpenPayment {
  readonly id: string;
  readonly identifier: string;
  readonly userIdentifier: string;
  /** The payer's e-mail address; null once their account is closed. */
  readonly userEmail: string | null;
  readonly state: PaymentState | WithdrawalState;
  /** `onchain`: a withdrawal. */
  readonly kind: MovementKind | 'onchain';
  /** The payment hash, or the bitcoin address of a withdrawal. */
  readonly target: string;
  readonly amountMsat: Msat;
  readonly heldSat: Sat;
  readonly createdAt: Date;
  /** The node has answered that it has the payment. */
  readonly isAcknowledged: boolean;
  /** The time when the node was first asked and did not find the payment. */
  readonly firstNotFoundAt: Date | null;
  readonly stuck: StuckMark | null;
}

export interface OpenPaymentCounts {
  readonly open: number;
  readonly unknown: number;
  readonly stuck: number;
  readonly heldSat: Sat;
}
