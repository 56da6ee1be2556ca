import type { Msat, Sat } from '../base/amount.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';
import type { PaymentState } from '../ledger/payment-state.ts';
import type { WithdrawalState } from '../onchain/withdrawal-state.ts';

/**
 * Port: payments that hang in the node forever, as found by repeated checks (see check-stuck.ts).
 */
export interface StuckStore {
  /**
   * Stores the result of a check unless an earlier result is stored, and returns the stored one.
   */
  markStuck(paymentId: string, look: StuckMark): Promise<StuckMark>;
  /**
   * Stores the result of a check as the first one, because something has changed since the stored
   * one.
   */
  markAnew(paymentId: string, look: StuckMark): Promise<void>;
  /**
   * Removes stored results of checks for payments that are not stuck after all, or have ended in
   * another way.
   */
  forgetStuck(paymentIds: readonly string[]): Promise<void>;
  wasTold(paymentId: string): Promise<boolean>;
  /** Stores that the operator was alerted to the payment. */
  markTold(paymentId: string): Promise<void>;
  /**
   * Lists payments that this service has ended because they hung in the node, and that the node
   * itself has not ended yet.
   */
  listEndedStuck(): Promise<readonly Payment[]>;
  /**
   * Stops watching a payment that this service had ended because it hung in the node, and that the
   * node itself has ended now.
   */
  closeStuck(paymentId: string): Promise<void>;
}

export interface StuckMark {
  /**
   * The time of the first check in the present series: every check since has found the payment
   * stuck, and nothing has changed in between.
   */
  readonly seenAt: Date;
  /**
   * The total time for which the peers of the payment's channels were away, while the node watched
   * those channels.
   */
  readonly awaySec: bigint;
}

/**
 * Port: payments under way, over the node and to bitcoin addresses, for admins. It returns what an
 * admin must know to end one, and nothing about its purpose.
 */
export interface OpenPaymentsStore {
  /** Lists open payments in pages, oldest first. */
  listOpen(query: OpenPaymentQuery): Promise<readonly OpenPayment[]>;
  countOpen(): Promise<OpenPaymentCounts>;
}

export interface OpenPaymentQuery {
  readonly only: OpenPaymentFilter;
  /**
   * The text to search for: a whole payment hash or address, an id, or the identifier of a payment
   * or of its user; `''` for all payments.
   */
  readonly search: string;
  /** The id of the last payment of the previous page; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Filters of open payments. `stranded` means payments that hang in the node forever, as checks have
 * found.
 */
export type OpenPaymentFilter = 'all' | 'unknown' | 'stranded';

export interface OpenPayment {
  readonly id: string;
  readonly identifier: string;
  readonly userIdentifier: string;
  /** The payer's e-mail address; null once their account is closed. */
  readonly userEmail: string | null;
  readonly state: PaymentState | WithdrawalState;
  /** The kind of the payment; `onchain` is a withdrawal to a bitcoin address. */
  readonly kind: MovementKind | 'onchain';
  /** The payment hash, or the bitcoin address of a withdrawal. */
  readonly target: string;
  readonly amountMsat: Msat;
  readonly heldSat: Sat;
  readonly createdAt: Date;
  /** Whether the node has answered that it has the payment. */
  readonly isAcknowledged: boolean;
  /** When the node was first asked and did not have the payment. */
  readonly firstNotFoundAt: Date | null;
  readonly stuck: StuckMark | null;
}

export interface OpenPaymentCounts {
  readonly open: number;
  readonly unknown: number;
  readonly stuck: number;
  readonly heldSat: Sat;
}
