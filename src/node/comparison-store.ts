import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Msat } from '../base/amount.ts';
import type { RecordedPayment } from '../lightning/node-port.ts';

/**
 * Port: recognises a database that was restored to an earlier state, and stores what the node knows
 * and the database has lost.
 */
export interface ComparisonStore {
  /**
   * Compares the system identifier and timeline of the database cluster with the stored ones; the
   * first call stores them. If they differ, the database was replaced or restored. Then payments
   * stop until it has been compared with the node, and no reserved payment counts as unsent any
   * more.
   */
  recogniseDatabase(): Promise<void>;
  /**
   * Stops payments because something other than the timeline shows that the database has lost data.
   * Then a person decides when payments may leave again.
   */
  stopAsRewound(detail: string): Promise<void>;
  /**
   * Begins a check of the node's newest payments. Null while the whole comparison with the node is
   * due instead.
   */
  readLook(): Promise<Look | null>;
  /**
   * Ends a check by storing that all payments of the node up to this index are known. False, with
   * nothing stored, when another database has answered than at the beginning of the check.
   */
  finishLook(look: Look, paymentIndex: bigint): Promise<boolean>;
  /**
   * Finds those of the given payments and withdrawals that the database has lost: it has no row for
   * them, or shows them as not begun.
   */
  findLost(paymentIds: readonly string[]): Promise<readonly string[]>;
  /** Reads what the due comparison with the node has to cover; null when none is due. */
  readDue(): Promise<DueComparison | null>;
  /** Finds what the database knows about these payments of the node, by payment hash. */
  recordedStateOf(
    payments: readonly RecordedPayment[],
  ): Promise<ReadonlyMap<string, RecordedState>>;
  /** Finds those of the given payment hashes that belong to no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores a comparison with the node, whose findings replace those of earlier ones. */
  saveComparison(comparison: Comparison): Promise<void>;
  listDifferences(limit: number): Promise<readonly NodeDifference[]>;
  /**
   * Lets payments leave again after a comparison. With `onlyIfEqual`, this fails if any comparison
   * since the stop has found something missing. Other processes notice within seconds.
   */
  release(onlyIfEqual: boolean, needs?: ReleaseNeeds, action?: NewAction): Promise<ReleaseOutcome>;
  /**
   * Lets payments leave again after a failover, if no comparison has found anything missing. Every
   * commit waits for a standby, so the standby that took over has everything that anyone was told,
   * and requests that apps sent before the failover may be carried out.
   */
  releaseAfterFailover(needs?: ReleaseNeeds): Promise<ReleaseOutcome>;
}

/** Conditions besides the comparison for letting payments leave again. */
export interface ReleaseNeeds {
  /**
   * How long after the stop the on-chain wallet of the node must have been read completely. Null
   * where the service has no bitcoin addresses.
   */
  readonly chainLookAfterMs: number | null;
}

export type ReleaseOutcome =
  | 'released'
  | 'not_due'
  | 'not_compared'
  | 'differs'
  /** The on-chain wallet of the node was not read completely since the stop. */
  | 'chain_not_looked_at';

/**
 * What the database knows about a payment that the node is sending or has paid:
 *
 * - `unknown`: there is no row;
 * - `reserved`: the row says that it was not sent, so this database has lost that it was;
 * - `was_reserved`: the row said so when the database was found to have been restored to an earlier
 *   state.
 */
export type RecordedState = 'known' | 'unknown' | 'reserved' | 'was_reserved';

/** A check of the node's newest payments that has begun. */
export interface Look {
  /** The payment index up to which all payments of the node are known. */
  readonly paymentIndex: bigint;
  /**
   * Whether the database has never met this node before. Then the payments that the node has made
   * so far are not ours.
   */
  readonly isFirst: boolean;
  /**
   * Whether a check of the node's newest payments has been completed since the database server
   * started.
   */
  readonly isCurrent: boolean;
  /** A text that identifies the database, its server, and the server's start. */
  readonly place: string;
}

export interface DueComparison {
  /** The payment index after which payments of the node are compared. */
  readonly paymentIndex: bigint;
  /** The settle index after which invoices of the node are compared. */
  readonly settleIndex: bigint;
  /**
   * The time since the comparison became due. During the first minute or so, processes that slept
   * may still send payments.
   */
  readonly dueForMs: number;
  readonly comparedAt: Date | null;
  /**
   * When the on-chain wallet of the node was last read, if it was read completely since the stop;
   * otherwise null.
   */
  readonly chainLookedAt: Date | null;
}

export interface Comparison {
  /** The highest payment index that the comparison has covered. */
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
  /** The amount of the payment or invoice, including fees. */
  readonly amountMsat: Msat;
  readonly happenedAt: Date;
}
