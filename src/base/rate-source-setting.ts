/** Public sources of prices that need no key; `src/fiat/known-sources.ts` says how to ask them. */
export const KNOWN_RATE_SOURCES = ['coingecko', 'kraken', 'coinbase', 'bitstamp'] as const;
export type KnownRateSource = (typeof KNOWN_RATE_SOURCES)[number];

/**
 * A source of bitcoin prices as operators set it: a known name, or a URL of their own. The URL and
 * the path into its answer may contain `{currency}`.
 */
export type RateSourceSetting =
  | { readonly kind: 'known'; readonly name: KnownRateSource }
  | { readonly kind: 'url'; readonly url: string; readonly path: string };
