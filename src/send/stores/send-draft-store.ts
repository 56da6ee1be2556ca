import type { Sat } from '../../base/amount.ts';
import type { PreparedPayment } from '../prepare-payment.ts';
import type { SendTarget } from '../send-target.ts';

/** A payment that a user prepares: found out, then chosen, then paid. */
export interface SendDraft {
  /** The id of the draft, and idempotency key of its payment under the user's own grant. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly target: SendTarget;
  /** The choice of the user, or a proposal while nothing is prepared yet. */
  readonly choice: DraftChoice;
  /**
   * The payment that is shown, and the only thing that is paid; under ids that follow from the
   * draft's.
   */
  readonly prepared: PreparedPayment | null;
  /** The payment; null also for a moment after it began: its key tells then. */
  readonly paymentId: string | null;
  /** Whether the user ordered the payment without proving who they are. */
  readonly isOrderedUnproved: boolean;
  /**
   * Whether the draft is for a node, and the database has gone back since: it may have been paid,
   * and nothing here would tell. An invoice is known to the node that paid it.
   */
  readonly mayBeForgotten: boolean;
}

/** A draft as it is begun. */
export type NewSendDraft = Omit<SendDraft, 'paymentId' | 'isOrderedUnproved' | 'mayBeForgotten'>;

/** The user's order to pay a draft. */
export interface DraftOrder {
  readonly id: string;
  readonly userId: string;
  readonly amountSat: Sat;
  readonly at: Date;
  /** Whether the user proved for this payment who they are. */
  readonly isProved: boolean;
  /** The most that may be ordered in all without a proof since `since`. */
  readonly aboveSat: Sat;
  readonly since: Date;
}

export interface DraftChoice {
  readonly amountSat: Sat | null;
  readonly comment: string | null;
}

/** Port: payments that people prepare. */
export interface SendDraftStore {
  /**
   * Inserts a draft, and removes the oldest ones of this user without a payment: with this one,
   * `maxUnpaid` stay.
   */
  insertDraft(draft: NewSendDraft, maxUnpaid: number): Promise<void>;
  /** Finds a draft; null also for that of another user. */
  findDraft(userId: string, id: string): Promise<SendDraft | null>;
  /** Stores the prepared payment. The first one stays. */
  keepPrepared(id: string, choice: DraftChoice, prepared: PreparedPayment): Promise<void>;
  keepPayment(id: string, paymentId: string): Promise<void>;
  /**
   * Sums amounts that a user ordered without a proof since a time, and since the last proof that a
   * payment was given. Failed ones do not count.
   */
  sumUnproved(userId: string, since: Date): Promise<Sat>;
  /**
   * Orders a draft. False, and not noted, where it needs a proof. Orders of one user wait for each
   * other.
   */
  orderDraft(order: DraftOrder): Promise<boolean>;
  /** Lists payees whom a user paid last and may pay again: each once, the newest first. */
  listRecentPayees(userId: string, limit: number): Promise<readonly RecentPayee[]>;
  /** Removes up to `limit` drafts; answers how many. */
  pruneDrafts(before: DraftAges, limit: number): Promise<number>;
}

/** Drafts made before these times are removed. */
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
