/** Port: tells whether anything has changed for people who look at their wallet. */
export interface LiveStore {
  /**
   * Reads marks of wallets by one statement, in the given order. The mark of a wallet is different
   * after every change. Null when the session is over.
   */
  readMarks(watched: readonly Watched[], at: Date): Promise<readonly (string | null)[]>;
}

export interface Watched {
  readonly sessionId: string;
  readonly userId: string;
  /** The identifier of a payment that the page shows: its state may change without moving money. */
  readonly paymentIdentifier: string | null;
  /** The id of an app whose last use and refusal the page shows. */
  readonly appGrantId: string | null;
}
