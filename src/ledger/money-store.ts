import type { BudgetRefusal } from '../authorization/budget.ts';
import type { RememberedToken } from '../authorization/remembered-token.ts';
import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Msat, Sat } from '../base/amount.ts';
import { awayPart, Fault } from '../base/fault.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { PaymentFailure, PaymentOrder } from './payment.ts';
import type { PaymentState } from './payment-state.ts';
import type { Receipt } from './receipt.ts';

/**
 * Port: everything that moves money. Each method takes a list of money events (whole changes of the
 * books) and returns one answer per event, in order. Everything that belongs to an event is written
 * together or not at all: its idempotency key, rows, postings, balances, and the records for
 * history and webhooks. A refused event writes nothing. An event whose id is already stored gets
 * its stored outcome, so every call can be repeated. Faults are thrown only after a limited number
 * of retries; all but `MoneyOutcomeUnknown` mean that nothing was written.
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
 * The time for which the database may still be working on a call that got no answer. It is longer
 * than the time-out for a lock.
 */
export const WRITTEN_LATE_MS = 15_000;

/**
 * The event breaks a rule of the database (a value that does not fit, a constraint, an assertion in
 * an SQL function that moves money), so repeating it can never succeed. Locks, deadlocks,
 * time-outs, shutdowns and lost connections never cause this fault. Nothing was written.
 */
export class MoneyEventRejected extends Fault {
  override readonly name = 'MoneyEventRejected';
  readonly isTransient = false;
}

/**
 * The event, or the list that contained it, may have been written, but the answer was lost. To find
 * out, the event is repeated under the same id.
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
  /** The money that is held, in whole sats: the amount rounded up, plus the fee reserve. */
  readonly heldSat: Sat;
  /** The node that will send the payment. */
  readonly nodePubkey: string;
  readonly ownerProcessId: string;
  /** The most outgoing payments that this user may have under way. */
  readonly openPaymentsMax: number;
  readonly idempotency: IdempotencyClaim | null;
  /** The approval that the payment takes with it, in the same transaction; mostly none. */
  readonly approval?: ApprovalGiven;
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
 * A payment from one user of this service to another (or to themselves). One transfer debits the
 * payer and credits the payee.
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
  readonly approval?: ApprovalGiven;
  /**
   * The token of the payer, if no one has looked yet whether it is in force; mostly none. A new
   * payment then settles only if it is.
   */
  readonly payerToken?: RememberedToken;
}

export type InternalPaymentOutcome =
  | { readonly kind: 'settled' }
  /** `payerToken` is not in force, or not as this process remembers it. Nothing was written. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'present'; readonly state: PaymentState }
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'joined'; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly refusal: MoneyRefusal };

/** How a payment over the node ended: settled, as the node has proved, or failed. */
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
  /**
   * The payment fails only if no one has begun to send it. This is for the process that would have
   * sent it.
   */
  | 'reserved'
  /**
   * The payment fails only if no one has begun to send it. Recovery asks for this when it takes the
   * sender for dead: if the sender was only slow and has begun after all, the payment must go on.
   * While the database may have been restored to an earlier state, which would not show that the
   * payment was sent, the answer is `conflict` with `reserved`.
   */
  | 'unsent'
  | 'dispatched';

export type ResolveOutcome =
  | { readonly kind: 'resolved' }
  /** An earlier call has already ended the payment in this way. */
  | { readonly kind: 'present' }
  /** The payment's state does not allow this end; nothing was written. */
  | { readonly kind: 'conflict'; readonly state: PaymentState }
  | { readonly kind: 'absent' };

/**
 * Money that arrived from outside. The same transaction moves the stored position in the node's
 * list of settled invoices.
 */
export interface CreditEvent {
  readonly receipt: Receipt;
  readonly target: CreditTarget;
  readonly nodePubkey: string;
  readonly setId: string | null;
  /**
   * The node's settle index of the receipt. The greatest index that was credited becomes the stored
   * position in the node's list of settled invoices.
   */
  readonly settleIndex: bigint;
  /**
   * The fence, a number that grows with each process that takes over watching incoming money. If it
   * is older than the stored one, this process was replaced, and nothing is written.
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
   * The money is for no known user, and is booked as unclaimed. `rawEvent` keeps the node's message
   * if it could not be read.
   */
  | { readonly kind: 'unclaimed'; readonly reason: string; readonly rawEvent: string | null };

export type CreditOutcome =
  | { readonly kind: 'credited' }
  | { readonly kind: 'present' }
  /**
   * `isFirst` is wrong: another receipt of the invoice came first, or there is none yet. The record
   * has to be made again, and the event repeated.
   */
  | { readonly kind: 'stale' }
  /**
   * The payee has closed their account, so the caller has to book the receipt as unclaimed money.
   */
  | { readonly kind: 'payee_closed' }
  /**
   * The money arrived before the node was connected to this service for the first time. It belongs
   * to the operator, so it is never credited to a user.
   */
  | { readonly kind: 'below_baseline' }
  /** Another process has taken over watching incoming money, so nothing was written. */
  | { readonly kind: 'fenced' };

export type MoneyRefusal =
  | PlainMoneyRefusal
  /**
   * A budget does not allow the payment. Budgets are checked before the balance, as the app that
   * pays may not be allowed to learn anything about the balance.
   */
  | BudgetRefusal
  | SendLimitRefusal
  | StorageRefusal
  | ApprovalNeeded;

/**
 * The budget lets the payment only begin when the owner of the wallet has approved it. Nothing else
 * speaks against it.
 */
export interface ApprovalNeeded {
  readonly kind: 'approval_needed';
  /** The highest fee that the payment may cost beside its amount. */
  readonly maxFeeSat: Sat;
}

/** An owner's approval of a payment that has waited for it. */
export interface ApprovalGiven {
  readonly approvalId: string;
  readonly at: Date;
  /** The device on which it was approved, in words. */
  readonly device: string;
  /** Whether the spender may pay this amount without asking from now on. */
  readonly raisesAskAbove: boolean;
}

/**
 * The user would send more within a day than their limit allows. The refusal names no amounts, as
 * the app that pays may have no right to know them.
 */
export interface SendLimitRefusal {
  readonly kind: 'send_limit_exceeded';
  readonly resetsAt: Date;
}

export type PlainMoneyRefusal =
  | { readonly kind: 'insufficient_balance' }
  | { readonly kind: 'too_many_open_payments' }
  /**
   * Another user is paying an invoice with this payment hash. The node tells payments apart only by
   * their hash, so it cannot send two.
   */
  | { readonly kind: 'hash_in_use' }
  | { readonly kind: 'invoice_settled' }
  | { readonly kind: 'invoice_expired' }
  | { readonly kind: 'batch_item_cancelled' }
  /** A limit on what leaves this service was reached, so that nothing leaves any more. */
  | { readonly kind: 'outside_payments_stopped' }
  /** The payment waits for no approval any more: it was decided, or has waited too long. */
  | { readonly kind: 'approval_over' }
  /** The bitcoin address belongs to a user who has closed their account. */
  | { readonly kind: 'owner_gone' }
  | { readonly kind: 'idempotency_mismatch' };
