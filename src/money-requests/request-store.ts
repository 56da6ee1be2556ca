import type { Sat } from '../base/amount.ts';

/** Port: requests for money, each of which is an invoice of the asker. */
export interface RequestStore {
  /** Adds a request. Requests of one asker wait for each other, and those to one payer. */
  addRequest(request: NewRequest): Promise<AddRequestOutcome>;
  /** Finds a request to a user; null also for one that was not made to them. */
  findAsked(payerId: string, id: string): Promise<AskedRequest | null>;
  /** Lists requests that can be paid, newest first. */
  listAsked(payerId: string, at: Date): Promise<readonly AskedRequest[]>;
  countAsked(payerId: string, at: Date): Promise<number>;
  /** Lists requests of an asker, newest first. */
  listOwn(askerId: string): Promise<readonly OwnRequest[]>;
  /**
   * Finds the sum that an invoice of this user asks for; null where there is none, or no amount.
   */
  findAsking(askerId: string, invoiceIdentifier: string): Promise<AskingInvoice | null>;
  /** Declines a request; false where there is no open one. */
  decline(payerId: string, id: string, at: Date): Promise<boolean>;
  /**
   * Blocks the asker of a request, who cannot reach the user any more; their open requests
   * disappear too.
   */
  block(payerId: string, id: string, at: Date): Promise<boolean>;
  unblock(userId: string, blockedUserId: string): Promise<void>;
  listBlocked(userId: string): Promise<readonly RequestParty[]>;
  /** Removes so many at most, the oldest first, and answers how many it removed. */
  pruneRequests(ages: RequestAges, limit: number): Promise<number>;
}

/** Ages of requests that are removed: asked before then, and no longer payable now. */
export interface RequestAges {
  readonly before: Date;
  readonly now: Date;
}

/** Another user, as their address and their profile name them. */
export interface RequestParty {
  readonly userId: string;
  readonly name: string | null;
  /** The name of their address; null once they have given it up. */
  readonly addressName: string | null;
}

/** The wanted money, as an invoice states it. */
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
  /** The user who has this name; null for no one. */
  readonly payerId: string | null;
  readonly createdAt: Date;
}

export type AddRequestOutcome =
  | { readonly kind: 'added' }
  /** The invoice is paid, expired, not at the node yet, without an amount, or another user's. */
  | { readonly kind: 'invoice_not_open' }
  /** Someone was asked to pay this invoice before: it can be paid once. */
  | { readonly kind: 'asked_before' }
  | { readonly kind: 'too_many_of_pair' | 'too_many_open' | 'too_many_today' };
