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
  /** Null while a comparison is due. */
  readLook(): Promise<Look | null>;
  /**
   * All payments of the node up to this index are known. False, with nothing written, when this is
   * no longer the database on which the look began.
   */
  finishLook(look: Look, paymentIndex: bigint): Promise<boolean>;
  /** The given payments, by id, that the database does not know to have begun. */
  findLost(paymentIds: readonly string[]): Promise<readonly string[]>;
  /** Null while no comparison is due. */
  readDue(): Promise<DueComparison | null>;
  /** What the database holds for these payments of the node, by payment hash. */
  recordedStateOf(
    payments: readonly RecordedPayment[],
  ): Promise<ReadonlyMap<string, RecordedState>>;
  /** The given hashes that belong to no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Replaces the findings of earlier comparisons. */
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
 * What a live row says about a payment that the node drives or has paid:
 * - `unknown`: there is no row;
 * - `reserved`: not sent yet, so this database has lost that it was sent;
 * - `was_reserved`: it was only reserved when the database was found to have gone back.
 */
export type RecordedState = 'known' | 'unknown' | 'reserved' | 'was_reserved';

/** Where a look at the node's newest payments begins. */
export interface Look {
  /** All payments of the node up to this index are known. */
  readonly paymentIndex: bigint;
  /** The database has never met this node: its earlier payments are not ours. */
  readonly isFirst: boolean;
  /** Whether a look has happened since the database server started. */
  readonly isCurrent: boolean;
  /** Identifies the database, its server, and when that was started. */
  readonly place: string;
}

export interface DueComparison {
  /** Payments of the node above this index are compared. */
  readonly paymentIndex: bigint;
  /** Invoices settled after this index are compared. */
  readonly settleIndex: bigint;
  /** How long it has been due: at first, processes that slept through the change may still send. */
  readonly dueForMs: number;
  readonly comparedAt: Date | null;
}

export interface Comparison {
  /** The highest payment index that was compared. */
  readonly paymentIndex: bigint;
  readonly differences: readonly NodeDifference[];
}

/** Something on the node that this database does not know. */
export interface NodeDifference {
  readonly kind: 'payment' | 'invoice';
  /** Creation index of a payment, settle index of an invoice. */
  readonly nodeIndex: bigint;
  readonly paymentHash: string;
  readonly state: 'in_flight' | 'succeeded' | 'settled';
  /** Including fees. */
  readonly amountMsat: Msat;
  readonly happenedAt: Date;
}
