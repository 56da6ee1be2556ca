import type { Sat } from '../base/amount.ts';

/** Port: requests for money. Each asks someone to pay an invoice of the user who asks. */
export interface RequestStore {
  /**
   * Adds a request. Calls for the same asker, or the same person who is asked, run one after the
   * other, so that their limits hold.
   */
  addRequest(request: NewRequest): Promise<AddRequestOutcome>;
  /** Finds a request to this user; null when it was made to someone else. */
  findAsked(payerId: string, id: string): Promise<AskedRequest | null>;
  /** Lists requests to this user that can be paid, newest first. */
  listAsked(payerId: string, at: Date): Promise<readonly AskedRequest[]>;
  countAsked(payerId: string, at: Date): Promise<number>;
  /** Lists requests by this user, newest first. */
  listOwn(askerId: string): Promise<readonly OwnRequest[]>;
  /**
   * Finds the amount that an invoice of this user asks for; null if there is no such invoice, or if
   * it states no amount.
   */
  findAsking(askerId: string, invoiceIdentifier: string): Promise<AskingInvoice | null>;
  /** Declines a request; false when it is not open any more. */
  decline(payerId: string, id: string, at: Date): Promise<boolean>;
  /**
   * Blocks the user who made a request: they cannot reach this user any more, and their open
   * requests disappear too.
   */
  block(payerId: string, id: string, at: Date): Promise<boolean>;
  unblock(userId: string, blockedUserId: string): Promise<void>;
  listBlocked(userId: string): Promise<readonly RequestParty[]>;
  /** Removes up to `limit` old requests, oldest first; returns how many. */
  pruneRequests(ages: RequestAges, limit: number): Promise<number>;
}

/**
 * Selects the requests to remove: those made before `before` that can no longer be paid at the time
 * `now`.
 */
export interface RequestAges {
  readonly before: Date;
  readonly now: Date;
}

/** The user on the other side of a request, by their address and by the name in their profile. */
export interface RequestParty {
  readonly userId: string;
  readonly name: string | null;
  /** The name in the user's lightning address; null once they have given it up. */
  readonly addressName: string | null;
}

/** The amount and purpose of a request, as its invoice states them. */
export interface AskingInvoice {
  readonly identifier: string;
  readonly amountSat: Sat;
  readonly memo: string | null;
  readonly expiresAt: Date;
  readonly settledAt: Date | null;
}

interface RequestedInvoice extends AskingInvoice {
  readonly id: string;
  readonly declinedAt: Date | null;
}

export interface AskedRequest extends RequestedInvoice {
  readonly bolt11: string;
  readonly asker: RequestParty;
}

export interface OwnRequest extends RequestedInvoice {
  readonly askedName: string;
}

export interface NewRequest {
  readonly id: string;
  readonly askerId: string;
  readonly invoiceIdentifier: string;
  readonly askedName: string;
  /** The user whose lightning address has the name that was asked; null when no one has it. */
  readonly payerId: string | null;
  readonly createdAt: Date;
}

export type AddRequestOutcome =
  | { readonly kind: 'added' }
  /** The invoice is paid, expired, not at the node yet, without an amount, or another user's. */
  | { readonly kind: 'invoice_not_open' }
  /** Someone was asked to pay this invoice before, and it can be paid only once. */
  | { readonly kind: 'asked_before' }
  | { readonly kind: 'too_many_of_pair' | 'too_many_open' | 'too_many_today' };
