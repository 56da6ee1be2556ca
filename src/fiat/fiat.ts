import type { Loop } from '../base/jobs.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import type { Database } from '../database/db.ts';
import { createRateSource } from './http/rate-source.ts';
import type { Rates } from './rates.ts';
import { readRates } from './read-rates.ts';
import { createRateStore } from './sql/rate-store.ts';

/** Reads what a bitcoin is worth, if the operator named a source. */
export function createRateLoop(context: Context, database: Database): Loop {
  const { url, path, currencies } = context.config.rates;
  if (url === null) return async () => undefined;
  const rateSource = createRateSource({ url, path });
  const deps = { ...context, rates: createRateStore(database), rateSource, currencies };
  return (signal) => readRates(deps, signal);
}

/** What pages read of it: nothing while no source is named. */
export function createRates({ rates }: Pick<Config, 'rates'>, database: Database): Rates {
  const { findRate } = createRateStore(database);
  return { currencies: rates.url === null ? [] : rates.currencies, findRate };
}
