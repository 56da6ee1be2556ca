import type { Msat } from '../../base/amount.ts';

/** Port: figures of the whole installation over time, measured by the database's clock. */
export interface GaugeStore {
  /** Reads the figures of the database as of now, in one statement. */
  readGauges(): Promise<Gauges>;
  /** Adds a sample, unless there is one for the same five minutes already. */
  addSample(sample: NewSample): Promise<void>;
  /** Finds the newest sample, whether or not the node answered then. */
  findNewest(): Promise<GaugeSample | null>;
  /** Finds the newest sample for which the node answered. */
  findNewestOfNode(): Promise<(GaugeSample & { readonly node: NodeGauges }) | null>;
  /**
   * Lists up to `points` samples of the last `days` days, oldest first. Of several that fall on one
   * point, the one with the least cover is taken; those in which the node did not answer come last.
   */
  listWorst(days: number, points: number): Promise<WorstSamples>;
  pruneSamples(days: number, limit: number): Promise<number>;
  readInstallation(): Promise<InstallationFacts>;
}

export interface InstallationFacts {
  /** The version of PostgreSQL, such as `17.2`. */
  readonly databaseVersion: string;
  /** Whether commits wait for a standby that does not answer. */
  readonly isStandbyAway: boolean;
  /** The number of active webhook endpoints whose last delivery failed. */
  readonly failingEndpoints: number;
  /** The number of all users, also of those that are switched off or closed. */
  readonly users: number;
  /** The number of the newest migration, and the revision of the SQL functions. */
  readonly schema: { readonly migration: number; readonly functions: number };
}

/** Figures that are sums over all users, so that they tell nothing about a single one. */
export interface Gauges {
  /** The money that the node must be able to cover. */
  readonly owedMsat: Msat;
  /** The part of what is owed that is held for payments which have not left. */
  readonly heldMsat: Msat;
  readonly unclaimedMsat: Msat;
  /** The money that is held for payments that have left. */
  readonly inFlightMsat: Msat;
  readonly openPayments: number;
  readonly users: number;
  readonly deliveriesWaiting: number;
}

export interface NodeGauges {
  /**
   * The money of the node that covers what is owed: its side of the channels, and what is being
   * settled to it.
   */
  readonly ownedMsat: Msat;
  readonly localMsat: Msat;
  readonly remoteMsat: Msat;
}

export interface NewSample extends Gauges {
  /** Figures of the node; null while it does not answer. */
  readonly node: NodeGauges | null;
}

export interface GaugeSample extends NewSample {
  readonly takenAt: Date;
}

export interface WorstSamples {
  /** The time that each point covers. */
  readonly everySec: number;
  readonly samples: readonly GaugeSample[];
}
