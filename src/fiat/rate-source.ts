/** Port: who knows the prices. */
export interface RateSource {
  /** In hundredths of the currency. Throws when the source does not answer, or not with a price. */
  readCentsPerBtc(currency: string, signal: AbortSignal): Promise<bigint>;
}
