import type { Loop } from '../base/jobs.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import { createRateSource } from './http/rate-source.ts';
import { planOf } from './known-sources.ts';
import type { RateStore } from './rate-store.ts';
import type { Rates } from './rates.ts';
import { readRates } from './read-rates.ts';

/** Creates the loop that reads the price of a bitcoin, if the operator named a source. */
export function createRateLoop(context: Context, rates: RateStore): Loop {
  const { sources, currencies } = context.config.rates;
  if (sources.length === 0) return async () => undefined;
  const rateSources = sources.map((setting) => {
    const { name, planRequests } = planOf(setting);
    return createRateSource(name, planRequests);
  });
  const deps = { ...context, rates, rateSources, currencies };
  return (signal) => readRates(deps, signal);
}

/**
 * Creates the source of prices for pages. It offers no currencies if the operator has named no
 * source.
 */
export function createRates({ rates }: Pick<Config, 'rates'>, store: RateStore): Rates {
  const { findRate, findRatesAt } = store;
  return { currencies: rates.sources.length === 0 ? [] : rates.currencies, findRate, findRatesAt };
}
