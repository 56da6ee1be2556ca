/** Port: whether the database keeps what it confirms, and confirms what it is given. */
export interface DatabaseSafety {
  /** Finds settings of the server that an operator must mend: a sentence each. */
  findWeaknesses(): Promise<readonly string[]>;
  /** Whether commits of this service wait for a standby that does not answer. */
  isStandbyAway(): Promise<boolean>;
  /** The reason why writes of this process were refused just now; null while they are taken. */
  refusedWrites(): RefusedWrites | null;
  /** A sentence about a server that lacks fixes of its version; null when none is known. */
  findOldRelease(): Promise<string | null>;
}

export interface RefusedWrites {
  readonly why: string;
}
