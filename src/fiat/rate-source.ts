/** Port: who knows prices. */
export interface RateSource {
  /** The source's name in the log; never what a URL holds beside its host. */
  readonly name: string;
  /**
   * In hundredths of each currency; those that it has no price of are left out. Throws if it does
   * not answer, or not as it should.
   */
  readPrices(
    currencies: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, bigint>>;
}
