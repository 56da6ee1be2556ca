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
  /** One statement with everything needed to decide on a payment. */
  readForPayment(query: PaymentQuery): Promise<PaymentView>;
  findPayment(id: string): Promise<Payment | null>;
  findPayments(ids: readonly string[]): Promise<readonly Payment[]>;
  /**
   * Ends once all that was read before is safe. A row whose writer was cut off while its commit
   * waited for a standby is seen, and the standby may lack it.
   */
  confirmSeen(): Promise<void>;

  /**
   * reserved → dispatching, only for its owner, who becomes the sender permanently, and only while
   * the database allows payments to leave: a stop stored by another process holds from that moment.
   */
  beginDispatch(dispatch: Dispatch): Promise<DispatchOutcome>;
  /** The node has it: → in_flight. */
  markAcknowledged(acknowledgement: Acknowledgement): Promise<void>;
  /** The sender's request ended before the payment did: → unknown, without owner. */
  markUnknown(paymentId: string, requestEndedAt: Date): Promise<void>;
  /** Stores the time of the first look that found nothing; returns the stored time. */
  markNotFound(paymentId: string, at: Date): Promise<Date>;
  /** A later look found the payment: removes that time. */
  clearNotFound(paymentId: string): Promise<void>;

  /**
   * Takes over open payments that have no owner or whose owner is gone (no heartbeat since
   * `deadSince`).
   */
  adoptOrphans(query: AdoptQuery): Promise<readonly Payment[]>;
  listOpenPayments(): Promise<readonly Payment[]>;
  /** Ids of open payments that this process has begun to send, as far as the database knows. */
  listSentBy(processId: string): Promise<readonly string[]>;

  /**
   * Forgets invoice, memo and records of up to `limit` payments that failed before then; returns
   * of how many.
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

/** Port: who pays, read together with what they pay. */
export interface PayerStore {
  /** Null for an unknown token. The view is the one of `readForPayment`, without a key. */
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
  /** Someone else was faster. */
  | 'not_ours'
  /** A stop is stored: nothing was changed, and this process will learn of it in a moment. */
  | 'stopped';

export interface Acknowledgement {
  readonly paymentId: string;
  /** The node's index of the payment. */
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
  /** Our own invoice with this hash, from any user. */
  readonly invoice: FoundInvoice | null;
  /** This user's newest payment of this hash that has not failed. */
  readonly payment: Pick<Payment, 'id' | 'state'> | null;
  readonly payeeUserId: string | null;
  readonly idempotency: StoredIdempotency | null;
}

export interface AdoptQuery {
  readonly newOwnerProcessId: string;
  readonly deadSince: Date;
  readonly limit: number;
}
