/** Port: whether the database keeps what it has confirmed, and accepts what is written. */
export interface DatabaseSafety {
  /** Finds settings of the server that an operator must mend: a sentence each. */
  findWeaknesses(): Promise<readonly string[]>;
  /** Whether commits of this service wait for a standby that does not answer. */
  isStandbyAway(): Promise<boolean>;
  /** Why writes of this process were refused lately; null while they are accepted. */
  refusedWrites(): RefusedWrites | null;
  /** A sentence about a server that lacks known fixes of its version; null when it lacks none. */
  findOldRelease(): Promise<string | null>;
}

export interface RefusedWrites {
  readonly why: string;
}
