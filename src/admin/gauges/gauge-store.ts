import type { Msat } from '../../base/amount.ts';

/**
 * Port: samples of the whole installation's figures over time. Their times are those of the
 * database's clock.
 */
export interface GaugeStore {
  /**
   * Reads the present figures that the database knows, in one statement so that they fit together.
   */
  readGauges(): Promise<Gauges>;
  /**
   * Adds a sample, unless there is one for the same five minutes already, from this or another
   * process.
   */
  addSample(sample: NewSample): Promise<void>;
  /** Finds the newest sample, whether or not the node had answered when it was taken. */
  findNewest(): Promise<GaugeSample | null>;
  /** Finds the newest sample for which the node had answered. */
  findNewestOfNode(): Promise<(GaugeSample & { readonly node: NodeGauges }) | null>;
  /**
   * Lists samples of the last `days` days, oldest first, at most `points` of them. If several fall
   * on one point of the chart, the one in which the node covered the least of what was owed is
   * taken. Samples without an answer of the node are taken only if there is no other.
   */
  listWorst(days: number, points: number): Promise<WorstSamples>;
  pruneSamples(days: number, limit: number): Promise<number>;
  readInstallation(): Promise<InstallationFacts>;
}

export interface InstallationFacts {
  /** The version of the PostgreSQL server, such as `17.2`. */
  readonly databaseVersion: string;
  /** Whether commits of the database wait for a standby server that does not answer. */
  readonly isStandbyAway: boolean;
  /** Whether settings of the database server are too small for the size of the database. */
  readonly hasOutgrownSettings: boolean;
  /** The number of active webhook endpoints whose last delivery failed. */
  readonly failingEndpoints: number;
  /** The number of all users, including disabled ones and closed accounts. */
  readonly users: number;
  /** The number of the newest migration, and the revision of the SQL functions. */
  readonly schema: { readonly migration: number; readonly functions: number };
}

/** Figures that are sums over all users, so that they tell nothing about a single one. */
export interface Gauges {
  /** The money that users are owed, which the node must be able to cover. */
  readonly owedMsat: Msat;
  /** The part of what is owed that is held for payments that were not handed to the node yet. */
  readonly heldMsat: Msat;
  readonly unclaimedMsat: Msat;
  /** The money that is held for payments that were handed to the node. */
  readonly inFlightMsat: Msat;
  readonly openPayments: number;
  readonly users: number;
  readonly deliveriesWaiting: number;
}

export interface NodeGauges {
  /**
   * The money of the node that covers what users are owed: its side of the channels, and incoming
   * money that is being settled.
   */
  readonly ownedMsat: Msat;
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
}

export interface NewSample extends Gauges {
  /** Figures of the node at the time of the sample; null if it did not answer. */
  readonly node: NodeGauges | null;
}

export interface GaugeSample extends NewSample {
  readonly takenAt: Date;
}

export interface WorstSamples {
  /** The number of seconds that each point of the chart stands for. */
  readonly everySec: number;
  readonly samples: readonly GaugeSample[];
}
