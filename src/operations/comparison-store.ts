import type { Msat } from '../base/amount.ts';
import type { RecordedPayment } from '../lightning/node-port.ts';

/**
 * Port: how a database that was put back to an earlier state is recognised, and what the node knows
 * since then that it does not.
 */
export interface ComparisonStore {
  /**
   * Remembers the cluster and timeline of the database at the first call. Should they be others
   * later, nothing may leave until the node's list was compared, and nothing counts as only
   * reserved any more.
   */
  recogniseDatabase(): Promise<void>;
  /**
   * The same where something else shows that the database has lost what it once held; a person
   * decides then when money may leave again.
   */
  stopAsGoneBack(detail: string): Promise<void>;
  /** Null while a comparison is due. */
  readLook(): Promise<Look | null>;
  /**
   * All payments that the node has up to this index are known. False, and nothing was written, when
   * this is not the database any more at which the look began.
   */
  finishLook(look: Look, paymentIndex: bigint): Promise<boolean>;
  /** Those of these payments, by id, of which the database does not know that they were begun. */
  findLost(paymentIds: readonly string[]): Promise<readonly string[]>;
  /** Null while no comparison is due. */
  readDue(): Promise<DueComparison | null>;
  /** What the database has of these payments of the node, by payment hash. */
  standingOf(payments: readonly RecordedPayment[]): Promise<ReadonlyMap<string, PaymentStanding>>;
  /** Those of these hashes that are of no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Puts the findings of a comparison in place of earlier ones. */
  saveComparison(comparison: Comparison): Promise<void>;
  listDifferences(limit: number): Promise<readonly NodeDifference[]>;
  /**
   * Lets money leave again, after a comparison and from the next look on; with `onlyIfEqual` only
   * where nothing was ever missing since the stop. Answers whether it was released.
   */
  release(onlyIfEqual: boolean): Promise<'released' | 'not_due' | 'not_compared' | 'differs'>;
}

/**
 * What a live row says of a payment that the node drives or has paid:
 * - `unknown`: there is none;
 * - `reserved`: it was not sent yet, so this database has lost that it was;
 * - `was_reserved`: it was only reserved when the database was found to have gone back.
 */
export type PaymentStanding = 'known' | 'unknown' | 'reserved' | 'was_reserved';

/** Where a look at the node's newest payments begins. */
export interface Look {
  /** All payments of the node up to this index are known. */
  readonly paymentIndex: bigint;
  /** The database has never met the node: what that has done before is none of ours. */
  readonly isFirst: boolean;
  /** Whether there was a look since the database server was started. */
  readonly isCurrent: boolean;
  /** Of the database: which it is on which server, and when that was started. */
  readonly place: string;
}

export interface DueComparison {
  /** Payments of the node above this index are looked at. */
  readonly paymentIndex: bigint;
  /** Invoices that settled after this index are looked at. */
  readonly settleIndex: bigint;
  /** For how long it is due: who slept over the change may still be about to send until then. */
  readonly dueForMs: number;
  readonly comparedAt: Date | null;
}

export interface Comparison {
  /** The highest payment index that was looked at. */
  readonly paymentIndex: bigint;
  readonly differences: readonly NodeDifference[];
}

/** Something of the node's that this database does not know. */
export interface NodeDifference {
  readonly kind: 'payment' | 'invoice';
  /** Creation index of a payment, settle index of an invoice. */
  readonly nodeIndex: bigint;
  readonly paymentHash: string;
  readonly state: 'in_flight' | 'succeeded' | 'settled';
  /** With fees. */
  readonly amountMsat: Msat;
  readonly happenedAt: Date;
}
