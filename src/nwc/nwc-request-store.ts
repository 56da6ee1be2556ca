import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { StoringCaller } from '../authorization/storage-allowance.ts';

/** A request as it is stored. */
export interface StoredRequest {
  readonly eventId: string;
  readonly key: NwcKey;
  /** The event, as JSON text. It is forgotten once the request is answered. */
  readonly eventText: string;
  readonly arrivedAt: Date;
  /** The number of the run, counted from 1. */
  readonly attempt: number;
  /** The payment whose end the request has waited for; null if there is none. */
  readonly paymentId: string | null;
  /** The time when the database was last put back to an earlier state; null if it never was. */
  readonly wentBackAt: Date | null;
}

export interface NewRequest extends Omit<StoredRequest, 'attempt' | 'paymentId' | 'wentBackAt'> {
  /** An id of the call: one that is repeated because its answer was lost passes the same id. */
  readonly arrivalId: string;
  readonly leaseMs: number;
}

export type AddRequestOutcome =
  | { readonly kind: 'added'; readonly wentBackAt: Date | null }
  /** The request was stored before; `answer` is null if it has none yet. */
  | { readonly kind: 'known'; readonly answer: string | null }
  /** The database did not tell whether the request was stored: a repeat finds out. */
  | { readonly kind: 'lost' }
  /** The apps of this user have stored as much as a day allows; nothing was written. */
  | { readonly kind: 'no_room' };

export interface AnswerToWrite {
  readonly eventId: string;
  /** The app that asked. */
  readonly caller: StoringCaller;
  /** The signed event, as JSON text. */
  readonly answer: string;
  readonly processId: string;
}

/** The key of a payment that no process may begin any more, also not one that runs its request. */
export interface PaymentRefusalMark {
  readonly userId: string;
  readonly grantId: string;
  readonly idempotencyKey: string;
  readonly requestHash: Uint8Array;
  readonly paymentId: string;
}

export interface AnswerQuery {
  /** Answers to these requests, of any age. */
  readonly eventIds: readonly string[];
  /** Answers of these devices that other processes than `notBy` wrote within `lookBackMs`. */
  readonly deviceIds: readonly string[];
  readonly notBy: string;
  readonly lookBackMs: number;
}

/** Port: requests of Nostr Wallet Connect. Leases are of the database's clock. */
export interface NwcRequestStore {
  /** Stores a request, which is durable when this returns. */
  addRequest(request: NewRequest): Promise<AddRequestOutcome>;
  /** Whether a request is stored, answered or not. */
  isKnown(eventId: string): Promise<boolean>;
  /**
   * Stores an answer. The first one stays; returns the one that stands. From then on only the id of
   * the request and its answer are kept.
   */
  writeAnswer(answer: AnswerToWrite): Promise<string>;
  /**
   * Writes the refusal of a payment: from then on no one can begin it. Null, and nothing is
   * written, when it has begun, or where the request is not in the database any more.
   */
  refusePayment(mark: PaymentRefusalMark, answer: AnswerToWrite): Promise<string | null>;
  /** Makes a request wait for the end of its payment. */
  waitForPayment(eventId: string, paymentId: string): Promise<void>;
  /**
   * Ends a run that knows of no answer: another one may begin after that time. Returns the answer
   * that stands, if there is one, and then no other run begins.
   */
  putBack(eventId: string, afterMs: number): Promise<string | null>;
  /** Takes requests that no one runs any more, and those whose payment has ended. */
  takeRequests(limit: number, leaseMs: number): Promise<readonly StoredRequest[]>;
  /** The signed event, as JSON text; null while there is none. */
  findAnswer(eventId: string): Promise<string | null>;
  /** Finds the signed events that answer these requests, as JSON texts. */
  findAnswers(query: AnswerQuery): Promise<readonly string[]>;
  /** Removes up to `limit` requests that were answered before then; returns how many. */
  pruneRequests(answeredBefore: Date, limit: number): Promise<number>;
}
