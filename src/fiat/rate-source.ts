/** Port: a source of prices of a bitcoin. */
export interface RateSource {
  /** The source's name in the log, which never contains more of its URL than the host. */
  readonly name: string;
  /**
   * Reads the prices of a bitcoin, in hundredths of each currency. Currencies without a price are
   * left out. Throws if the source does not answer, or if its answer is not as expected.
   */
  readPrices(
    currencies: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, bigint>>;
}
