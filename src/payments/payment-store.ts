import type { RememberedToken } from '../authorization/remembered-token.ts';
import type { FoundCaller } from '../authorization/token-store.ts';
import type { Sat } from '../base/amount.ts';
import type {
  IdempotencyClaim,
  IdempotencyTarget,
  StoredIdempotency,
} from '../base/idempotency.ts';
import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { Payment } from '../ledger/payment.ts';

/**
 * Port: outgoing payments, without the movement of money. Every change depends on the present state
 * of the row (compare-and-set).
 */
export interface PaymentStore {
  /** Reads everything that decides whether and how a payment is made, in one SQL statement. */
  readForPayment(query: PaymentQuery): Promise<PaymentView>;
  findPayment(id: string): Promise<Payment | null>;
  findPayments(ids: readonly string[]): Promise<readonly Payment[]>;
  /**
   * Waits until everything that was read before is replicated. A row can be visible although its
   * writer was cut off while waiting for the standby, which may then lack the row.
   */
  confirmSeen(): Promise<void>;

  /**
   * Makes a reserved payment `dispatching`. Only its owner can do this, and becomes its sender for
   * good. A stop of payments that another process has stored makes this fail, so it takes effect at
   * once.
   */
  beginDispatch(dispatch: Dispatch): Promise<DispatchOutcome>;
  /** Makes a payment `in_flight`, because the node has acknowledged it. */
  markAcknowledged(acknowledgement: Acknowledgement): Promise<void>;
  /**
   * Makes a payment `unknown` and removes its owner, because the sender's request ended before the
   * payment did.
   */
  markUnknown(paymentId: string, requestEndedAt: Date): Promise<void>;
  /**
   * Stores when the node was first asked and did not have the payment. Returns the stored time,
   * which an earlier call may have set.
   */
  markNotFound(paymentId: string, at: Date): Promise<Date>;
  /** Removes the time that `markNotFound` stored, because the node had the payment later. */
  clearNotFound(paymentId: string): Promise<void>;

  /**
   * Takes over open payments without an owner, and those whose owner has stored no heartbeat since
   * `deadSince`.
   */
  adoptOrphans(query: AdoptQuery): Promise<readonly Payment[]>;
  listOpenPayments(): Promise<readonly Payment[]>;
  /**
   * Lists the ids of open payments that this process has begun to send, according to the database.
   */
  listSentBy(processId: string): Promise<readonly string[]>;

  /**
   * Removes invoice, memo and records from up to `limit` payments that failed before the given
   * time. Returns the number of payments.
   */
  forgetFailed(endedBefore: Date, limit: number): Promise<number>;

  /** Stores the idempotency key of a call that joins an existing payment. */
  joinPayment(
    userId: string,
    grantId: string,
    claim: IdempotencyClaim,
    paymentId: string,
  ): Promise<{ kind: 'joined' } | { kind: 'idempotency_mismatch' } | JoinedOther>;
}

/** Port: finds the payer by token, together with what is known about the payment. */
export interface PayerStore {
  /**
   * Finds the payer of a token; null for an unknown token. What is known about the payment is read
   * as in `readForPayment`, but without an idempotency key.
   */
  findPayer(question: PayerQuestion): Promise<FoundPayer | null>;
  /**
   * The payer of a token that this process has found before; null for any other. Whether the token
   * is still in force is for the database to say.
   */
  remember(question: Omit<PayerQuestion, 'paymentHash'>): RememberedPayer | null;
}

export interface RememberedPayer
  extends Pick<FoundCaller, 'caller' | 'expiresAt' | 'familyId' | 'resource'> {
  readonly token: RememberedToken;
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
  /** The payment belongs to another process, or sending it has already begun. */
  | 'not_ours'
  /**
   * Outgoing payments are stopped by a row in the database. Nothing was changed, and this process
   * will read the stop within seconds.
   */
  | 'stopped';

export interface Acknowledgement {
  readonly paymentId: string;
  /** The payment index that the node gave to the payment. */
  readonly paymentIndex: bigint;
}

export interface JoinedOther {
  readonly kind: 'repeated';
  readonly target: IdempotencyTarget;
}

export interface PaymentQuery {
  readonly userId: string;
  readonly grantId: string;
  /** The payment hash of the invoice; null for a keysend. */
  readonly paymentHash: string | null;
  /**
   * The value of record 696969 of a keysend to our own node, which names the payee; null otherwise.
   */
  readonly payeeIdentifier: string | null;
  readonly idempotencyKey: string | null;
}

export interface PaymentView {
  readonly balanceSat: Sat;
  /** The invoice of this service with this hash, of whichever user. */
  readonly invoice: FoundInvoice | null;
  /** The user's newest payment with this hash that has not failed. */
  readonly payment: Pick<Payment, 'id' | 'state'> | null;
  readonly payeeUserId: string | null;
  readonly idempotency: StoredIdempotency | null;
}

export interface AdoptQuery {
  readonly newOwnerProcessId: string;
  readonly deadSince: Date;
  readonly limit: number;
}
