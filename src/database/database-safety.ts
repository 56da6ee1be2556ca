/** Port: whether the database keeps the commits that it has confirmed, and accepts writes. */
export interface DatabaseSafety {
  /**
   * Finds settings of the server that an operator must mend, because commits could be lost. Each is
   * described in a sentence.
   */
  findWeaknesses(): Promise<readonly string[]>;
  /** Whether commits of this service wait for a standby that does not answer. */
  isStandbyAway(): Promise<boolean>;
  /** Why writes of this process were refused lately; null while they are accepted. */
  refusedWrites(): RefusedWrites | null;
  /**
   * A sentence about a server that is not the newest minor release of its version; null when it is.
   */
  findOldRelease(): Promise<string | null>;
}

export interface RefusedWrites {
  readonly why: string;
}
