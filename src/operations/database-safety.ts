/** Port: whether the database keeps what it confirms, and confirms what it is given. */
export interface DatabaseSafety {
  /** What an operator must mend in the settings of the server: a sentence each. */
  findWeaknesses(): Promise<readonly string[]>;
  /** Whether commits of this service wait for a standby that does not answer. */
  isStandbyAway(): Promise<boolean>;
}
