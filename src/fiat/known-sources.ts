import type { KnownRateSource, RateSourceSetting } from '../base/rate-source-setting.ts';

/**
 * One HTTP call for prices. `paths` says by currency where in the JSON answer its price stands (see
 * `readPrice`).
 */
export interface PriceRequest {
  readonly url: string;
  readonly paths: ReadonlyMap<string, string>;
}

/**
 * Plans the calls for the prices of the given currencies; no call if the source has none of them.
 */
export type PlanRequests = (currencies: readonly string[]) => readonly PriceRequest[];

/**
 * Kraken's names of trading pairs by currency. Only these are asked for, as Kraken refuses a whole
 * call that names a pair it does not have.
 */
const KRAKEN_PAIRS = new Map([
  ['USD', 'XXBTZUSD'],
  ['EUR', 'XXBTZEUR'],
  ['GBP', 'XXBTZGBP'],
  ['CAD', 'XXBTZCAD'],
  ['JPY', 'XXBTZJPY'],
  ['CHF', 'XBTCHF'],
  ['AUD', 'XBTAUD'],
]);

const BITSTAMP_CURRENCIES = ['USD', 'EUR', 'GBP'];

/** Plans one call for all currencies; no call for none. */
const oneRequest = (
  currencies: readonly string[],
  url: string,
  pathOf: (currency: string) => string,
): readonly PriceRequest[] =>
  currencies.length === 0
    ? []
    : [{ url, paths: new Map(currencies.map((currency) => [currency, pathOf(currency)])) }];

const KNOWN: Record<KnownRateSource, PlanRequests> = {
  coingecko: (currencies) =>
    oneRequest(
      currencies,
      'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&precision=2&vs_currencies=' +
        currencies.join(',').toLowerCase(),
      (currency) => `bitcoin.${currency}`,
    ),
  kraken: (currencies) => {
    const traded = currencies.filter((currency) => KRAKEN_PAIRS.has(currency));
    const pairs = traded.map((currency) => KRAKEN_PAIRS.get(currency));
    return oneRequest(
      traded,
      `https://api.kraken.com/0/public/Ticker?pair=${pairs.join(',')}`,
      (currency) => `result.${KRAKEN_PAIRS.get(currency)}.c.0`,
    );
  },
  coinbase: (currencies) =>
    oneRequest(
      currencies,
      'https://api.coinbase.com/v2/exchange-rates?currency=BTC',
      (currency) => `data.rates.${currency}`,
    ),
  bitstamp: (currencies) =>
    currencies
      .filter((currency) => BITSTAMP_CURRENCIES.includes(currency))
      .map((currency) => ({
        url: `https://www.bitstamp.net/api/v2/ticker/btc${currency.toLowerCase()}/`,
        paths: new Map([[currency, 'last']]),
      })),
};

/** The name of a price source for the log, and how its calls are planned. */
export function planOf(setting: RateSourceSetting): { name: string; planRequests: PlanRequests } {
  if (setting.kind === 'known') return { name: setting.name, planRequests: KNOWN[setting.name] };
  const { url, path } = setting;
  const pathOf = (currency: string): string => path.replaceAll('{currency}', currency);
  return {
    name: new URL(url).host,
    planRequests: (currencies) =>
      url.includes('{currency}')
        ? currencies.map((currency) => ({
            url: url.replaceAll('{currency}', currency),
            paths: new Map([[currency, pathOf(currency)]]),
          }))
        : oneRequest(currencies, url, pathOf),
  };
}
