import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import type { RateSource } from './rate-source.ts';
import type { RateStore } from './rate-store.ts';

export interface ReadRatesDeps extends RunPeriodicallyDeps {
  readonly rates: RateStore;
  readonly rateSource: RateSource;
  readonly currencies: readonly string[];
}

const EVERY_MS = 60_000;
/** What another worker read a moment ago is not asked for again. */
const FRESH_MS = 50_000;

/** Keeps the newest price of a bitcoin in each currency. Without one, pages show none. */
export async function readRates(deps: ReadRatesDeps, signal: AbortSignal): Promise<void> {
  const { currencies } = deps;
  await Promise.all(
    currencies.map((currency) =>
      runPeriodically(
        deps,
        { name: `reading the rate of ${currency}`, everyMs: EVERY_MS },
        signal,
        () => readRate(deps, currency, signal),
      ),
    ),
  );
}

async function readRate(
  { rates, rateSource, clock }: ReadRatesDeps,
  currency: string,
  signal: AbortSignal,
): Promise<void> {
  const known = await rates.findRate(currency);
  const readAt = clock.now();
  if (known !== null && readAt.getTime() - known.readAt.getTime() < FRESH_MS) return;
  const centsPerBtc = await rateSource.readCentsPerBtc(currency, signal);
  await rates.storeRate({ currency, centsPerBtc, readAt });
}
