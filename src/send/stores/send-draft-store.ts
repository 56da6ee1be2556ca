import type { Sat } from '../../base/amount.ts';
import type { PreparedPayment } from '../prepare-payment.ts';
import type { SendTarget } from '../send-target.ts';

/**
 * A payment that a user prepares on pages, in three steps: finding out whom the text pays,
 * choosing, paying.
 */
export interface SendDraft {
  /** The id of the draft, which is also the idempotency key of its payment. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly target: SendTarget;
  /** What the user chose. Before the payment is prepared, this is only a proposal. */
  readonly choice: DraftChoice;
  /**
   * The payment that was shown to the user. Nothing else is ever paid, and its ids are derived from
   * the draft's id.
   */
  readonly prepared: PreparedPayment | null;
  /**
   * The id of the payment. For a moment after the payment has begun this is still null, and the
   * payment is found by its idempotency key.
   */
  readonly paymentId: string | null;
  /** Whether the user ordered the payment without proving who they are. */
  readonly isOrderedUnproved: boolean;
  /**
   * Whether the draft may have been paid without a trace: the database was restored to an earlier
   * state since, and the target is a node's key or a bitcoin address. A paid invoice, in contrast,
   * is known to the node.
   */
  readonly mayBeForgotten: boolean;
}

/** A draft when it is first stored. */
export type NewSendDraft = Omit<SendDraft, 'paymentId' | 'isOrderedUnproved' | 'mayBeForgotten'>;

/** A user's order to pay a draft, which is a payment that they prepared on pages. */
export interface DraftOrder {
  readonly id: string;
  readonly userId: string;
  readonly amountSat: Sat;
  readonly at: Date;
  /** Whether the user has proved for this payment who they are. */
  readonly isProved: boolean;
  /**
   * The sum up to which the user may order payments without proving who they are, counted since
   * `since`.
   */
  readonly aboveSat: Sat;
  readonly since: Date;
}

export interface DraftChoice {
  readonly amountSat: Sat | null;
  readonly comment: string | null;
}

/** Port: payments that users prepare on pages. */
export interface SendDraftStore {
  /**
   * Inserts a draft. The user's oldest unpaid drafts are removed, so that `maxUnpaid` of them are
   * left.
   */
  insertDraft(draft: NewSendDraft, maxUnpaid: number): Promise<void>;
  /** Finds a draft; null if it belongs to another user. */
  findDraft(userId: string, id: string): Promise<SendDraft | null>;
  /** Stores the prepared payment. If two calls store one, the first stays. */
  keepPrepared(id: string, choice: DraftChoice, prepared: PreparedPayment): Promise<void>;
  keepPayment(id: string, paymentId: string): Promise<void>;
  /**
   * Sums the amounts that a user has ordered without a proof since a time, and since their last
   * proof. Failed payments do not count.
   */
  sumUnproved(userId: string, since: Date): Promise<Sat>;
  /**
   * Marks a draft as ordered. False when the payment needs a proof, in which case nothing is
   * stored. Calls for one user wait for each other.
   */
  orderDraft(order: DraftOrder): Promise<boolean>;
  /** Lists the payees whom a user paid last and can pay again: each once, the newest first. */
  listRecentPayees(userId: string, limit: number): Promise<readonly RecentPayee[]>;
  /** Removes up to `limit` drafts, and returns how many were removed. */
  pruneDrafts(before: DraftAges, limit: number): Promise<number>;
}

/**
 * Drafts that were made before these times are removed: one time is for unpaid drafts, one for paid
 * drafts.
 */
export interface DraftAges {
  readonly unpaid: Date;
  readonly paid: Date;
}

export interface RecentPayee {
  /** The text by which the payee is paid again, see `payAgainText`. */
  readonly text: string;
  /** The user's own name for the payee; null for none. */
  readonly contactName: string | null;
}
