import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { RecordedPayment } from '../lightning/node-port.ts';

/**
 * Port: recognises a database that was put back to an earlier state, and keeps what the node knows
 * since then that the database does not.
 */
export interface ComparisonStore {
  /**
   * The first call stores the cluster and timeline of the database. If they differ later, nothing
   * may leave until the node's list was compared, and no payment counts as merely reserved any
   * more.
   */
  recogniseDatabase(): Promise<void>;
  /**
   * Stops payments on other evidence that the database has lost what it once held; then a person
   * decides when payments may leave again.
   */
  stopAsRewound(detail: string): Promise<void>;
  /** Begins a look at the node's newest payments; null while a comparison is due. */
  readLook(): Promise<Look | null>;
  /**
   * Notes that all payments of the node up to this index are known. False, with nothing written,
   * when this is no longer the database on which the look began.
   */
  finishLook(look: Look, paymentIndex: bigint): Promise<boolean>;
  /** Finds payments and withdrawals by id that the database does not know to have begun. */
  findLost(paymentIds: readonly string[]): Promise<readonly string[]>;
  /** Reads the comparison that is due; null for none. */
  readDue(): Promise<DueComparison | null>;
  /** Compares the node's payments with the rows of the database, by payment hash. */
  recordedStateOf(
    payments: readonly RecordedPayment[],
  ): Promise<ReadonlyMap<string, RecordedState>>;
  /** Finds the given hashes that belong to no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores a comparison, and replaces the findings of earlier ones. */
  saveComparison(comparison: Comparison): Promise<void>;
  listDifferences(limit: number): Promise<readonly NodeDifference[]>;
  /**
   * Lets payments leave again, after a comparison and from the next look on; with `onlyIfEqual`
   * only if nothing was ever missing since the stop.
   */
  release(onlyIfEqual: boolean, action?: NewAction): Promise<ReleaseOutcome>;
  /**
   * Lets payments leave again if nothing was ever missing, where every commit waits for a standby.
   * If one was promoted, it has all that anyone was told, so apps may pay again at once.
   */
  releaseAfterFailover(): Promise<ReleaseOutcome>;
}

export type ReleaseOutcome = 'released' | 'not_due' | 'not_compared' | 'differs';

/**
 * States of the row of a payment that the node drives or has paid:
 *
 * - `unknown`: there is no row;
 * - `reserved`: not sent yet, so this database has lost that it was sent;
 * - `was_reserved`: it was only reserved when the database was found to have gone back.
 */
export type RecordedState = 'known' | 'unknown' | 'reserved' | 'was_reserved';

/** The beginning of a look at the node's newest payments. */
export interface Look {
  /** All payments of the node up to this index are known. */
  readonly paymentIndex: bigint;
  /** The database has never met this node: its earlier payments are not ours. */
  readonly isFirst: boolean;
  /** Whether a look has happened since the database server started. */
  readonly isCurrent: boolean;
  /** A mark that identifies the database, its server, and when that was started. */
  readonly place: string;
}

export interface DueComparison {
  /** Payments of the node above this index are compared. */
  readonly paymentIndex: bigint;
  /** Invoices settled after this index are compared. */
  readonly settleIndex: bigint;
  /** Time since the comparison became due: at first, processes that slept may still send. */
  readonly dueForMs: number;
  readonly comparedAt: Date | null;
}

export interface Comparison {
  /** The highest payment index that was compared. */
  readonly paymentIndex: bigint;
  readonly differences: readonly NodeDifference[];
}

/** A payment or invoice on the node that this database does not know. */
export interface NodeDifference {
  readonly kind: 'payment' | 'invoice';
  /** The creation index of a payment, or the settle index of an invoice. */
  readonly nodeIndex: bigint;
  readonly paymentHash: string;
  readonly state: 'in_flight' | 'succeeded' | 'settled';
  /** The amount that moved, with fees. */
  readonly amountMsat: Msat;
  readonly happenedAt: Date;
}
