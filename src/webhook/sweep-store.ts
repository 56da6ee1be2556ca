/** Port: what ends after its time. What tells of records stays as long as its endpoint. */
export interface WebhookSweepStore {
  /** Removes so many test events at most, with their attempts; answers how many it removed. */
  sweepTests(endedBefore: Date, limit: number): Promise<number>;
  /**
   * Removes so many deliveries at most of one endpoint that was deleted, and with the last of them
   * the endpoint. Answers whether there was one: repeat it until there is none.
   */
  sweepDeletedEndpoint(deletedBefore: Date, limit: number): Promise<boolean>;
  /** Disables up to `limit` endpoints whose token has expired; answers how many. */
  endExpired(at: Date, limit: number): Promise<number>;
}
