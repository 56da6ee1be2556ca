import type { FoundCaller } from '../authorization/token-store.ts';
import type { Sat } from '../base/amount.ts';
import type {
  IdempotencyClaim,
  IdempotencyTarget,
  StoredIdempotency,
} from '../base/idempotency.ts';
import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { Payment } from '../ledger/payment.ts';

/** Port: outgoing payments, except the money itself. Every change is a compare-and-set. */
export interface PaymentStore {
  /** Reads in one statement everything that decides on a payment. */
  readForPayment(query: PaymentQuery): Promise<PaymentView>;
  findPayment(id: string): Promise<Payment | null>;
  findPayments(ids: readonly string[]): Promise<readonly Payment[]>;
  /**
   * Waits until everything that was read before is safe. A row whose writer was cut off while its
   * commit waited for a standby is seen, and the standby may lack it.
   */
  confirmSeen(): Promise<void>;

  /**
   * Makes a reserved payment `dispatching`, only for its owner, who becomes the sender permanently,
   * and only while the database allows payments to leave: a stop stored by another process holds
   * from that moment.
   */
  beginDispatch(dispatch: Dispatch): Promise<DispatchOutcome>;
  /** The node has the payment: it becomes `in_flight`. */
  markAcknowledged(acknowledgement: Acknowledgement): Promise<void>;
  /**
   * Makes a payment `unknown`, without owner: the sender's request ended before the payment did.
   */
  markUnknown(paymentId: string, requestEndedAt: Date): Promise<void>;
  /** Stores the time of the first look that found nothing; returns the stored time. */
  markNotFound(paymentId: string, at: Date): Promise<Date>;
  /** Removes the time of the first look, as a later one found the payment. */
  clearNotFound(paymentId: string): Promise<void>;

  /**
   * Takes over open payments that have no owner or whose owner is gone (no heartbeat since
   * `deadSince`).
   */
  adoptOrphans(query: AdoptQuery): Promise<readonly Payment[]>;
  listOpenPayments(): Promise<readonly Payment[]>;
  /**
   * Lists ids of open payments that this process has begun to send, as far as the database knows.
   */
  listSentBy(processId: string): Promise<readonly string[]>;

  /**
   * Forgets invoice, memo and records of up to `limit` payments that failed before then; returns of
   * how many.
   */
  forgetFailed(endedBefore: Date, limit: number): Promise<number>;

  /** Stores a key for a call that joins an existing payment, in its own transaction. */
  joinPayment(
    userId: string,
    grantId: string,
    claim: IdempotencyClaim,
    paymentId: string,
  ): Promise<{ kind: 'joined' } | { kind: 'idempotency_mismatch' } | JoinedOther>;
}

/** Port: payers, each read together with what they pay. */
export interface PayerStore {
  /**
   * Finds the payer of a token; null for an unknown one. The view is the one of `readForPayment`,
   * without a key.
   */
  findPayer(question: PayerQuestion): Promise<FoundPayer | null>;
}

export interface PayerQuestion {
  readonly token: 'personal' | 'app';
  readonly tokenHash: Uint8Array;
  readonly paymentHash: string;
}

export interface FoundPayer {
  readonly found: FoundCaller;
  readonly view: PaymentView;
}

export interface Dispatch {
  readonly paymentId: string;
  readonly ownerProcessId: string;
  /** The node's newest payment index before this payment is sent. */
  readonly indexBefore: bigint;
}

export type DispatchOutcome =
  | 'begun'
  /** Another task has taken the payment before this one. */
  | 'not_ours'
  /** A stop is stored: nothing was changed, and this process will learn of it in a moment. */
  | 'stopped';

export interface Acknowledgement {
  readonly paymentId: string;
  /** The index that the node gave the payment. */
  readonly paymentIndex: bigint;
}

export interface JoinedOther {
  readonly kind: 'repeated';
  readonly target: IdempotencyTarget;
}

export interface PaymentQuery {
  readonly userId: string;
  readonly grantId: string;
  /** The hash of the invoice; null for keysend. */
  readonly paymentHash: string | null;
  /** The value of record 696969 of a keysend to our own node. */
  readonly payeeIdentifier: string | null;
  readonly idempotencyKey: string | null;
}

export interface PaymentView {
  readonly balanceSat: Sat;
  /** Our own invoice with this hash, from any user. */
  readonly invoice: FoundInvoice | null;
  /** The user's newest payment of this hash that has not failed. */
  readonly payment: Pick<Payment, 'id' | 'state'> | null;
  readonly payeeUserId: string | null;
  readonly idempotency: StoredIdempotency | null;
}

export interface AdoptQuery {
  readonly newOwnerProcessId: string;
  readonly deadSince: Date;
  readonly limit: number;
}
