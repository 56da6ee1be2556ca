import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { StoringCaller } from '../authorization/storage-allowance.ts';

/** A request of an app, as it is stored. */
export interface StoredRequest {
  readonly eventId: string;
  readonly key: NwcKey;
  /** The request's event as JSON text. It is removed once the request is answered. */
  readonly eventText: string;
  readonly arrivedAt: Date;
  /** How often the request has been run, this time included. */
  readonly attempt: number;
  /** The payment for which the request is waiting, or has waited; null without one. */
  readonly paymentId: string | null;
  /** When the database was last restored to an earlier state; null if it never was. */
  readonly wentBackAt: Date | null;
}

export interface NewRequest extends Omit<StoredRequest, 'attempt' | 'paymentId' | 'wentBackAt'> {
  /**
   * An id for this attempt to store the request. If the database's answer is lost, the repeated
   * call passes the same id, and so recognises its own row.
   */
  readonly arrivalId: string;
  readonly leaseMs: number;
}

export type AddRequestOutcome =
  | { readonly kind: 'added'; readonly wentBackAt: Date | null }
  /** The request was stored before; `answer` is null if it was not answered yet. */
  | { readonly kind: 'known'; readonly answer: string | null }
  /**
   * The database did not answer, so it is unknown whether the request was stored. Repeating the
   * call finds out.
   */
  | { readonly kind: 'lost' }
  /** The apps of this user have stored as many bytes as a day allows, so nothing was written. */
  | { readonly kind: 'no_room' };

export interface AnswerToWrite {
  readonly eventId: string;
  /**
   * The app or token whose request is answered; the stored bytes count against its user's limit.
   */
  readonly caller: StoringCaller;
  /** The signed event of the answer, as JSON text. */
  readonly answer: string;
  readonly processId: string;
}

/**
 * What the database keeps about the payment of a refused request, so that no process can begin the
 * payment, not even one that is running the request now.
 */
export interface PaymentRefusalMark {
  readonly userId: string;
  readonly grantId: string;
  readonly idempotencyKey: string;
  readonly requestHash: Uint8Array;
  readonly paymentId: string;
}

export interface AnswerQuery {
  /** Ids of requests whose answers are looked for, however old the answers are. */
  readonly eventIds: readonly string[];
  /**
   * Devices whose answers are looked for. Only answers that a process other than `notBy` has
   * written within `lookBackMs` are found.
   */
  readonly deviceIds: readonly string[];
  readonly notBy: string;
  readonly lookBackMs: number;
}

/**
 * Port: stored requests of Nostr Wallet Connect. A process leases a request while it runs it;
 * leases are measured by the database's clock.
 */
export interface NwcRequestStore {
  /** Stores a request. When this returns, the request is stored durably. */
  addRequest(request: NewRequest): Promise<AddRequestOutcome>;
  /** Whether a request is stored, with or without an answer. */
  isKnown(eventId: string): Promise<boolean>;
  /**
   * Stores an answer, unless there is one already, and returns the stored one. From then on only
   * the id and the answer are kept, and the text of the request is removed.
   */
  writeAnswer(answer: AnswerToWrite): Promise<string>;
  /**
   * Stores the refusal of a payment, which from then on cannot begin. Null, with nothing written,
   * when the payment has begun already, or when the request is no longer in the database.
   */
  refusePayment(mark: PaymentRefusalMark, answer: AnswerToWrite): Promise<string | null>;
  /** Marks a request as waiting for its payment to end. */
  waitForPayment(eventId: string, paymentId: string): Promise<void>;
  /**
   * Ends a run of a request that gave no answer; another run may begin after `afterMs`. Returns the
   * answer if one was stored meanwhile: then no other run begins.
   */
  putBack(eventId: string, afterMs: number): Promise<string | null>;
  /** Takes requests to run: those whose process has ended, and those whose payment has ended. */
  takeRequests(limit: number, leaseMs: number): Promise<readonly StoredRequest[]>;
  /** Finds the answer to a request, as JSON text of its event; null while there is none. */
  findAnswer(eventId: string): Promise<string | null>;
  /** Finds the answers to requests, as JSON texts of their events. */
  findAnswers(query: AnswerQuery): Promise<readonly string[]>;
  /** Removes up to `limit` requests that were answered before the given time; returns how many. */
  pruneRequests(answeredBefore: Date, limit: number): Promise<number>;
}
