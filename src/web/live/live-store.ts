/** Port: whether anything has changed for people who look at their wallet. */
export interface LiveStore {
  /**
   * Reads marks of wallets by one statement, in their order. A mark differs after every change of
   * its wallet. Null when the session is over.
   */
  readMarks(watched: readonly Watched[], at: Date): Promise<readonly (string | null)[]>;
}

export interface Watched {
  readonly sessionId: string;
  readonly userId: string;
  /** Identifier of a payment whose state is shown: it may change and move no money. */
  readonly paymentIdentifier: string | null;
  /** An app whose last use and refusal are shown. */
  readonly appGrantId: string | null;
}
