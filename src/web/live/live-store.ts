/** Port: tells whether anything has changed for people who look at their wallet. */
export interface LiveStore {
  /**
   * Reads marks of wallets by one SQL statement, in the given order. The mark of a wallet is a text
   * that is different after every change. Null when the session has ended.
   */
  readMarks(watched: readonly Watched[], at: Date): Promise<readonly (string | null)[]>;
}

export interface Watched {
  readonly sessionId: string;
  readonly userId: string;
  /**
   * The identifier of a payment that the page shows, as its state may change without moving money;
   * null where it shows none.
   */
  readonly paymentIdentifier: string | null;
  /**
   * The id of the app grant whose last use and last refused request the page shows; null where it
   * shows none.
   */
  readonly appGrantId: string | null;
}
