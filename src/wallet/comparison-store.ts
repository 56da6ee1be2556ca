import type { Msat } from '../base/amount.ts';
import type { RecordedPayment } from '../lightning/node-port.ts';

/**
 * Port: how a database that was put back to an earlier state is recognised, and what the node knows
 * since then that it does not.
 */
export interface ComparisonStore {
  /**
   * Remembers the cluster and timeline of the database at the first call. Should they be others
   * later, nothing may leave until the node's list was compared.
   */
  recogniseDatabase(): Promise<void>;
  /**
   * All payments of ours that the node has up to this index are in the database. Does nothing while
   * a comparison is due: false then.
   */
  markPayments(index: bigint): Promise<boolean>;
  /** Null while no comparison is due. */
  readDue(): Promise<DueComparison | null>;
  /** Those of these payments that no live row of ours stands for. */
  findUnknownPayments(payments: readonly RecordedPayment[]): Promise<readonly RecordedPayment[]>;
  /** Those of these hashes that are of no invoice of ours. */
  findUnknownInvoices(paymentHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Puts the findings of a comparison in place of earlier ones. */
  saveComparison(comparison: Comparison): Promise<void>;
  listDifferences(limit: number): Promise<readonly NodeDifference[]>;
  /**
   * Lets money leave again, after a comparison; with `onlyIfEqual` only where it found no payment
   * that is not ours. Answers whether the way is free now.
   */
  release(onlyIfEqual: boolean): Promise<'released' | 'not_due' | 'not_compared' | 'differs'>;
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
