import type { Loop } from '../base/jobs.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import type { Database } from '../database/db.ts';
import { createRateSource } from './http/rate-source.ts';
import { planOf } from './known-sources.ts';
import type { Rates } from './rates.ts';
import { readRates } from './read-rates.ts';
import { createRateStore } from './sql/rate-store.ts';

/** Reads what a bitcoin is worth, if the operator named a source. */
export function createRateLoop(context: Context, database: Database): Loop {
  const { sources, currencies } = context.config.rates;
  if (sources.length === 0) return async () => undefined;
  const rateSources = sources.map((setting) => {
    const { name, planRequests } = planOf(setting);
    return createRateSource(name, planRequests);
  });
  const deps = { ...context, rates: createRateStore(database), rateSources, currencies };
  return (signal) => readRates(deps, signal);
}

/** What pages read of it: nothing while no source is named. */
export function createRates({ rates }: Pick<Config, 'rates'>, database: Database): Rates {
  const { findRate, findRatesAt } = createRateStore(database);
  return { currencies: rates.sources.length === 0 ? [] : rates.currencies, findRate, findRatesAt };
}
