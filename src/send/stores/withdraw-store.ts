import type { WithdrawOffer } from '../../lnurl/lnurl-params.ts';

/** A withdraw link that a user has opened (LUD-03). */
export interface WithdrawDraft {
  readonly id: string;
  readonly userId: string;
  readonly domain: string;
  readonly offer: WithdrawOffer;
  readonly createdAt: Date;
  /**
   * The id of the invoice that the server of the link was given, or will be given, to pay; null
   * before an invoice was made.
   */
  readonly invoiceId: string | null;
  /** When the server of the link promised to pay. The promise does not mean that it has paid. */
  readonly acceptedAt: Date | null;
}

/** Port: withdraw links that users have opened. */
export interface WithdrawStore {
  /**
   * Inserts an opened withdraw link. The user's oldest links for which no invoice was made are
   * removed, so that `maxUnasked` of them are left.
   */
  insertDraft(draft: WithdrawDraft, maxUnasked: number): Promise<void>;
  /** Finds a draft; null if it belongs to another user. */
  findDraft(userId: string, id: string): Promise<WithdrawDraft | null>;
  /**
   * Stores the invoice of a draft, and returns the one that counts: if two calls store one, the
   * first stays. Null when the draft was removed to make room for another.
   */
  setInvoice(id: string, invoiceId: string): Promise<string | null>;
  markAccepted(id: string, at: Date): Promise<void>;
  /**
   * Removes up to `limit` drafts that were made before a time, and returns how many were removed.
   */
  pruneDrafts(before: Date, limit: number): Promise<number>;
}
