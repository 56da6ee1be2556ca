import type { Sat } from '../base/amount.ts';
import type { IdempotencyClaim, IdempotencyTarget } from './idempotency.ts';
import type { FoundInvoice } from './invoice-store.ts';
import type { Payment } from './payment.ts';

/** Port: outgoing payments apart from the money itself. Every change is a compare-and-set. */
export interface PaymentStore {
  /** One statement with all that a decision to pay needs. */
  readForPayment(query: PaymentQuery): Promise<PaymentView>;
  findPayment(id: string): Promise<Payment | null>;
  findPayments(ids: readonly string[]): Promise<readonly Payment[]>;

  /**
   * reserved → dispatching, only for its owner, who becomes the sender for good, and only while the
   * database lets money leave: a stop that another process stored holds from that moment on.
   */
  beginDispatch(dispatch: Dispatch): Promise<DispatchOutcome>;
  /** The node has it: → in_flight. */
  markAcknowledged(acknowledgement: Acknowledgement): Promise<void>;
  /** The sender's request ended without an end of the payment: → unknown, without owner. */
  markUnknown(paymentId: string, requestEndedAt: Date): Promise<void>;
  /** Remembers the first of two looks that found nothing; answers when that was. */
  markNotFound(paymentId: string, at: Date): Promise<Date>;
  /** A look that found the payment clears the mark. */
  clearNotFound(paymentId: string): Promise<void>;

  /** Takes open payments whose owner is gone (no heartbeat since `deadSince`) or absent. */
  adoptOrphans(query: AdoptQuery): Promise<readonly Payment[]>;
  listOpenPayments(): Promise<readonly Payment[]>;
  /** Ids of open payments that this process has begun to send, as far as it has said. */
  listSentBy(processId: string): Promise<readonly string[]>;

  /** A key for a call that joins an existing payment, in a transaction of its own. */
  joinPayment(
    userId: string,
    grantId: string,
    claim: IdempotencyClaim,
    paymentId: string,
  ): Promise<{ kind: 'joined' } | { kind: 'idempotency_mismatch' } | JoinedOther>;
}

export interface Dispatch {
  readonly paymentId: string;
  readonly ownerProcessId: string;
  /** The node's newest payment index before this one is sent. */
  readonly indexBefore: bigint;
}

export type DispatchOutcome =
  | 'begun'
  /** Somebody else was quicker. */
  | 'not_ours'
  /** A stop is stored: nothing was changed, and this process learns of it in a moment. */
  | 'stopped';

export interface Acknowledgement {
  readonly paymentId: string;
  /** Under which the node knows the payment. */
  readonly paymentIndex: bigint;
}

export interface JoinedOther {
  readonly kind: 'repeated';
  readonly target: IdempotencyTarget;
}

export interface PaymentQuery {
  readonly userId: string;
  readonly grantId: string;
  /** Null for keysend. */
  readonly paymentHash: string | null;
  /** Value of record 696969 of a keysend to our own node. */
  readonly payeeIdentifier: string | null;
  readonly idempotencyKey: string | null;
}

export interface PaymentView {
  readonly balanceSat: Sat;
  /** Our own invoice with this hash, whoever created it. */
  readonly invoice: FoundInvoice | null;
  /** This user's newest payment of this hash that has not failed. */
  readonly payment: Payment | null;
  readonly payeeUserId: string | null;
  readonly idempotency: StoredIdempotency | null;
}

export interface StoredIdempotency {
  readonly requestHash: Uint8Array;
  readonly target: IdempotencyTarget;
}

export interface AdoptQuery {
  readonly newOwnerProcessId: string;
  readonly deadSince: Date;
  readonly limit: number;
}
