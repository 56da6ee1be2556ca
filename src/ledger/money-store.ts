import type { BudgetRefusal } from '../authorization/budget.ts';
import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Msat, Sat } from '../base/amount.ts';
import { awayPart, Fault } from '../base/fault.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { PaymentFailure, PaymentOrder } from './payment.ts';
import type { PaymentState } from './payment-state.ts';
import type { Receipt } from './receipt.ts';

/**
 * Port: everything that moves money. Each method takes a list of whole money events and returns one
 * answer per event, in order. Claims, rows, postings, balances and the records for history and
 * webhooks are written together or not at all. A refused event writes nothing. An event whose id is
 * already present gets its stored outcome, so every call can be repeated. Faults are thrown only
 * after bounded retries; all but `MoneyOutcomeUnknown` mean that nothing was written.
 */
export interface MoneyStore {
  reserve(events: readonly ReserveEvent[]): Promise<readonly ReserveOutcome[]>;
  settleInternal(
    events: readonly InternalPaymentEvent[],
  ): Promise<readonly InternalPaymentOutcome[]>;
  resolve(events: readonly ResolveEvent[]): Promise<readonly ResolveOutcome[]>;
  credit(events: readonly CreditEvent[]): Promise<readonly CreditOutcome[]>;
}

/**
 * The time in which the database may still be working on a call that has got no answer: longer than
 * it waits for a lock.
 */
export const WRITTEN_LATE_MS = 15_000;

/**
 * The event breaks a rule of the store (a value that does not fit, a constraint, an assertion in
 * the money functions), so repeating it can never succeed. Never thrown for locks, deadlocks,
 * time-outs, shutdowns or connections. Nothing was written.
 */
export class MoneyEventRejected extends Fault {
  override readonly name = 'MoneyEventRejected';
  readonly isTransient = false;
}

/**
 * The event, or a list that held it, may have been written, but the answer was lost. Repeating the
 * event under the same id finds out.
 */
export class MoneyOutcomeUnknown extends Fault {
  override readonly name = 'MoneyOutcomeUnknown';
  readonly isTransient = true;
  override readonly away = awayPart(this.cause);
  override readonly hasWaited = true;
}

/**
 * Moves amount and fee reserve of a payment from the wallet to held money, before anything is sent.
 */
export interface ReserveEvent {
  readonly order: PaymentOrder;
  /** Whole sats: the amount rounded up plus the fee reserve. */
  readonly heldSat: Sat;
  /** The node that will send the payment. */
  readonly nodePubkey: string;
  readonly ownerProcessId: string;
  /** The most open outgoing payments that this user may have. */
  readonly openPaymentsMax: number;
  readonly idempotency: IdempotencyClaim | null;
}

export type ReserveOutcome =
  | { readonly kind: 'reserved' }
  /** An earlier call has written an event with this id. */
  | { readonly kind: 'present'; readonly state: PaymentState }
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  /** The user is already paying this hash, or has paid it. */
  | { readonly kind: 'joined'; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly refusal: MoneyRefusal };

/**
 * A payment from one of our users to another (or to themselves): one transfer closes both sides.
 */
export interface InternalPaymentEvent {
  readonly order: PaymentOrder;
  readonly payeeUserId: string;
  /** The invoice that is paid; null for a keysend to our own node. */
  readonly invoiceId: string | null;
  readonly receipt: Receipt;
  /** The records of payer and payee as JSON, made by ledger/settled-record.ts. */
  readonly payerRecord: string;
  readonly payeeRecord: string;
  readonly hasBoostagram: boolean;
  readonly idempotency: IdempotencyClaim | null;
}

export type InternalPaymentOutcome =
  | { readonly kind: 'settled' }
  | { readonly kind: 'present'; readonly state: PaymentState }
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'joined'; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly refusal: MoneyRefusal };

/** The end of a node payment, proven by the node. */
export interface ResolveEvent {
  readonly paymentId: string;
  readonly at: Date;
  readonly end:
    | {
        readonly kind: 'settled';
        readonly preimage: string;
        readonly amountMsat: Msat;
        readonly feeMsat: Msat;
        readonly record: string;
      }
    | { readonly kind: 'failed'; readonly failure: PaymentFailure; readonly onlyFrom: FailFrom };
}

export type FailFrom =
  /** The payment fails only if no one has begun to send it; its own sender says so. */
  | 'reserved'
  /**
   * The payment fails only if no one has begun to send it. Recovery says so, and must lose against
   * a sender that wakes up: it is refused (`conflict` with `reserved`) while the database may have
   * lost that the payment was sent.
   */
  | 'unsent'
  | 'dispatched';

export type ResolveOutcome =
  | { readonly kind: 'resolved' }
  /** An earlier call has written this end already. */
  | { readonly kind: 'present' }
  /** The payment's state does not allow this end; nothing was written. */
  | { readonly kind: 'conflict'; readonly state: PaymentState }
  | { readonly kind: 'absent' };

/** Money that arrived from outside. The same transaction moves the node's cursor. */
export interface CreditEvent {
  readonly receipt: Receipt;
  readonly target: CreditTarget;
  readonly nodePubkey: string;
  readonly setId: string | null;
  /**
   * The index of the receipt at the node; the node's cursor becomes the greatest index credited.
   */
  readonly settleIndex: bigint;
  /**
   * The fence of the lease to watch incoming money: if it is older than the stored one, nothing is
   * written.
   */
  readonly fence: bigint;
  readonly hasBoostagram: boolean;
}

export type CreditTarget =
  | {
      readonly kind: 'invoice';
      readonly invoiceId: string;
      readonly userId: string;
      /** Whether the record was written for the invoice's first receipt or for a later one. */
      readonly isFirst: boolean;
      readonly record: string;
    }
  | { readonly kind: 'keysend'; readonly userId: string; readonly record: string }
  /**
   * Money for no user that we know; `rawEvent` keeps the node's message when we could not read it.
   */
  | { readonly kind: 'unclaimed'; readonly reason: string; readonly rawEvent: string | null };

export type CreditOutcome =
  | { readonly kind: 'credited' }
  | { readonly kind: 'present' }
  /**
   * Another receipt of the invoice came first (or none has yet), so the record has to be written
   * again and the event repeated.
   */
  | { readonly kind: 'stale' }
  /** The payee has closed their account: the receipt is to be booked as unclaimed instead. */
  | { readonly kind: 'payee_closed' }
  /**
   * The money arrived before this service first met the node: it is the operator's, and never
   * credited.
   */
  | { readonly kind: 'below_baseline' }
  /** Another process now leads the watch over incoming money. */
  | { readonly kind: 'fenced' };

export type MoneyRefusal =
  | PlainMoneyRefusal
  /**
   * A budget does not allow the payment. It is checked before the balance, which the payer's app
   * may not see.
   */
  | BudgetRefusal
  | SendLimitRefusal
  | StorageRefusal;

/** The user may not send so much within a day. It names no amounts, which apps may not know. */
export interface SendLimitRefusal {
  readonly kind: 'send_limit_exceeded';
  readonly resetsAt: Date;
}

export type PlainMoneyRefusal =
  | { readonly kind: 'insufficient_balance' }
  | { readonly kind: 'too_many_open_payments' }
  /** Another user is paying this hash over the node, which knows payments by their hash only. */
  | { readonly kind: 'hash_in_use' }
  | { readonly kind: 'invoice_settled' }
  | { readonly kind: 'invoice_expired' }
  | { readonly kind: 'batch_item_cancelled' }
  /** The bitcoin address is of a user who has closed the account. */
  | { readonly kind: 'owner_gone' }
  | { readonly kind: 'idempotency_mismatch' };
