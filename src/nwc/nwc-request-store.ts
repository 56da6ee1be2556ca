import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { StoringCaller } from '../authorization/storage-allowance.ts';

/** A request of an app, as it is stored. */
export interface StoredRequest {
  readonly eventId: string;
  readonly key: NwcKey;
  /** The request's event as JSON text. It is forgotten once the request is answered. */
  readonly eventText: string;
  readonly arrivedAt: Date;
  /** How often the request has been run, this time included. */
  readonly attempt: number;
  /** The payment whose end the request has waited for; null without one. */
  readonly paymentId: string | null;
  /** When the database last went back to an earlier state; null if it never did. */
  readonly wentBackAt: Date | null;
}

export interface NewRequest extends Omit<StoredRequest, 'attempt' | 'paymentId' | 'wentBackAt'> {
  /**
   * An id for the call that stores the request: a repeat after a lost answer passes the same one.
   */
  readonly arrivalId: string;
  readonly leaseMs: number;
}

export type AddRequestOutcome =
  | { readonly kind: 'added'; readonly wentBackAt: Date | null }
  /** The request was stored before; `answer` is null if it was not answered yet. */
  | { readonly kind: 'known'; readonly answer: string | null }
  /** The database did not tell whether the request was stored; a repeat finds out. */
  | { readonly kind: 'lost' }
  /** The apps of this user have stored as much as a day allows, so nothing was written. */
  | { readonly kind: 'no_room' };

export interface AnswerToWrite {
  readonly eventId: string;
  /** The app or token whose request is answered. */
  readonly caller: StoringCaller;
  /** The signed event of the answer, as JSON text. */
  readonly answer: string;
  readonly processId: string;
}

/**
 * What marks a payment as refused, so that no process can begin it, not even one that runs its
 * request.
 */
export interface PaymentRefusalMark {
  readonly userId: string;
  readonly grantId: string;
  readonly idempotencyKey: string;
  readonly requestHash: Uint8Array;
  readonly paymentId: string;
}

export interface AnswerQuery {
  /** Ids of requests whose answers are looked for, whatever their age. */
  readonly eventIds: readonly string[];
  /**
   * Devices whose answers are looked for, if another process than `notBy` wrote them within
   * `lookBackMs`.
   */
  readonly deviceIds: readonly string[];
  readonly notBy: string;
  readonly lookBackMs: number;
}

/** Port: requests of Nostr Wallet Connect. Their leases run by the database's clock. */
export interface NwcRequestStore {
  /** Stores a request, which is durable when this returns. */
  addRequest(request: NewRequest): Promise<AddRequestOutcome>;
  /** Whether a request is stored, answered or not. */
  isKnown(eventId: string): Promise<boolean>;
  /**
   * Stores an answer, unless there is one; returns the one that is stored. From then on, only the
   * id of the request and its answer are kept.
   */
  writeAnswer(answer: AnswerToWrite): Promise<string>;
  /**
   * Stores the refusal of a payment: from then on it cannot begin. Null, with nothing written, when
   * it has begun, or when the request is not in the database any more.
   */
  refusePayment(mark: PaymentRefusalMark, answer: AnswerToWrite): Promise<string | null>;
  /** Lets a request wait for the end of its payment. */
  waitForPayment(eventId: string, paymentId: string): Promise<void>;
  /**
   * Ends a run that came to no answer: another run may begin after this time. Returns the answer if
   * one was stored meanwhile, and then no other run begins.
   */
  putBack(eventId: string, afterMs: number): Promise<string | null>;
  /** Takes requests that no process runs any more, and those whose payment has ended. */
  takeRequests(limit: number, leaseMs: number): Promise<readonly StoredRequest[]>;
  /** Finds the answer to a request, as JSON text of its event; null while there is none. */
  findAnswer(eventId: string): Promise<string | null>;
  /** Finds the answers to requests, as JSON texts of their events. */
  findAnswers(query: AnswerQuery): Promise<readonly string[]>;
  /** Removes up to `limit` requests that were answered before a time; returns how many. */
  pruneRequests(answeredBefore: Date, limit: number): Promise<number>;
}
