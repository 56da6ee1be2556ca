import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { RecordedPayment } from '../lightning/node-port.ts';

/**
 * Port: recognises a database that went back to an earlier state, and stores what the node knows
 * since then and the database does not.
 */
export interface ComparisonStore {
  /**
   * Compares the cluster and timeline of the database with the stored ones; the first call stores
   * them. If they differ, nothing may leave until the payments were compared with the node's, and
   * no payment counts as merely reserved any more.
   */
  recogniseDatabase(): Promise<void>;
  /**
   * Stops payments because something else shows that the database has lost data; then a person
   * decides when payments may leave again.
   */
  stopAsRewound(detail: string): Promise<void>;
  /** Begins a look at the node's newest payments; null while a comparison with the node is due. */
  readLook(): Promise<Look | null>;
  /**
   * Stores that all payments of the node up to this index are known. False, with nothing stored,
   * when another database serves than when the look began.
   */
  finishLook(look: Look, paymentIndex: bigint): Promise<boolean>;
  /** Finds those of the given payments and withdrawals that the database does not know as begun. */
  findLost(paymentIds: readonly string[]): Promise<readonly string[]>;
  /** Reads which comparison with the node is due; null when none is. */
  readDue(): Promise<DueComparison | null>;
  /** Compares the node's payments with the rows of the database, by payment hash. */
  recordedStateOf(
    payments: readonly RecordedPayment[],
  ): Promise<ReadonlyMap<string, RecordedState>>;
  /** Finds those of the given payment hashes that belong to no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores a comparison with the node, whose findings replace those of earlier ones. */
  saveComparison(comparison: Comparison): Promise<void>;
  listDifferences(limit: number): Promise<readonly NodeDifference[]>;
  /**
   * Lets payments leave again, from the next look on, after a comparison; with `onlyIfEqual`, only
   * if nothing was ever missing since the stop.
   */
  release(onlyIfEqual: boolean, needs?: ReleaseNeeds, action?: NewAction): Promise<ReleaseOutcome>;
  /**
   * Lets payments leave again after a failover, if nothing was ever missing and every commit waits
   * for a standby: the promoted one has everything that anyone was told, so apps may pay again at
   * once.
   */
  releaseAfterFailover(needs?: ReleaseNeeds): Promise<ReleaseOutcome>;
}

/** What has to be done before payments may leave again, beside the comparison. */
export interface ReleaseNeeds {
  /**
   * How long after the stop a look at the chain must have begun, after the whole wallet of the node
   * was read; null where the service has no bitcoin addresses.
   */
  readonly chainLookAfterMs: number | null;
}

export type ReleaseOutcome =
  | 'released'
  | 'not_due'
  | 'not_compared'
  | 'differs'
  /** The wallet of the node was not read since the stop. */
  | 'chain_not_looked_at';

/**
 * What the database says of a payment that the node drives or has paid:
 *
 * - `unknown`: there is no row;
 * - `reserved`: not sent yet, so this database has lost that it was sent;
 * - `was_reserved`: it was only reserved when the database was found to have gone back.
 */
export type RecordedState = 'known' | 'unknown' | 'reserved' | 'was_reserved';

/** A look at the node's newest payments that has begun. */
export interface Look {
  /** The payment index up to which all payments of the node are known. */
  readonly paymentIndex: bigint;
  /**
   * Whether the database has never met this node before, whose earlier payments are then not ours.
   */
  readonly isFirst: boolean;
  /** Whether such a look was completed since the database server started. */
  readonly isCurrent: boolean;
  /** A text that identifies the database, its server, and the server's start. */
  readonly place: string;
}

export interface DueComparison {
  /** Payments of the node above this index are compared. */
  readonly paymentIndex: bigint;
  /** The settle index after which invoices of the node are compared. */
  readonly settleIndex: bigint;
  /**
   * The time since the comparison became due. At first, processes that slept may still send
   * payments.
   */
  readonly dueForMs: number;
  readonly comparedAt: Date | null;
  /** When the last look at the chain began, once the whole wallet was read since the stop. */
  readonly chainLookedAt: Date | null;
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
  /** The amount that moved, with any fees. */
  readonly amountMsat: Msat;
  readonly happenedAt: Date;
}
