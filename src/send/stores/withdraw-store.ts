import type { WithdrawOffer } from '../../lnurl/lnurl-params.ts';

/** A withdraw link that a user has opened (LUD-03). */
export interface WithdrawDraft {
  readonly id: string;
  readonly userId: string;
  readonly domain: string;
  readonly offer: WithdrawOffer;
  readonly createdAt: Date;
  /** The invoice that the other side was given, or will be given. */
  readonly invoiceId: string | null;
  /** The time when the other side said that it will pay, which does not mean that it has. */
  readonly acceptedAt: Date | null;
}

/** Port: withdraw links on their way. */
export interface WithdrawStore {
  /**
   * Inserts a draft, and removes the oldest ones of this user without an invoice: `maxUnasked` stay
   * with this one.
   */
  insertDraft(draft: WithdrawDraft, maxUnasked: number): Promise<void>;
  /** Finds a draft; null also for that of another user. */
  findDraft(userId: string, id: string): Promise<WithdrawDraft | null>;
  /**
   * Stores the invoice of a draft. The first one stays: answers the one that counts. Null: the
   * draft had to make room.
   */
  setInvoice(id: string, invoiceId: string): Promise<string | null>;
  markAccepted(id: string, at: Date): Promise<void>;
  /** Removes up to `limit` drafts that were made before; answers how many. */
  pruneDrafts(before: Date, limit: number): Promise<number>;
}
