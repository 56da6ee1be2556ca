import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import type { Log, LogFields } from '../base/log.ts';
import { differsWidely, middlePrice } from './middle-price.ts';
import type { RateSource } from './rate-source.ts';
import type { RateStore } from './rate-store.ts';

export interface ReadRatesDeps extends RunPeriodicallyDeps {
  readonly rates: RateStore;
  readonly rateSources: readonly RateSource[];
  readonly currencies: readonly string[];
}

const EVERY_MS = 60_000;
/**
 * The age up to which a stored price is fresh enough: another worker may have read it, so the
 * sources are not asked again.
 */
const FRESH_MS = 50_000;

/**
 * Reads the price of a bitcoin in each currency again and again, until the signal aborts. While no
 * price is known, pages show none.
 */
export async function readRates(deps: ReadRatesDeps, signal: AbortSignal): Promise<void> {
  const tell = createTeller(deps.log);
  const options = { name: 'reading the price of a bitcoin', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => readOnce(deps, tell, signal));
}

/**
 * Logs a problem of a price source once when it begins, and once when it is over, as sources are
 * asked each minute.
 */
interface Teller {
  readonly wrong: (about: LogFields, text: string, error?: unknown) => void;
  readonly right: (about: LogFields, text: string) => void;
}

function createTeller(log: Log): Teller {
  const told = new Set<string>();
  return {
    wrong: (about, text, error) => {
      const key = JSON.stringify(about);
      if (told.has(key)) return;
      told.add(key);
      log.warn({ ...about, error }, `${text}; this is told once`);
    },
    right: (about, text) => {
      if (told.delete(JSON.stringify(about))) log.info(about, text);
    },
  };
}

async function readOnce(deps: ReadRatesDeps, tell: Teller, signal: AbortSignal): Promise<void> {
  const { rates, rateSources, clock } = deps;
  const wanted = await listStale(deps);
  if (wanted.length === 0) return;
  const readAt = clock.now();
  const answers = await Promise.all(
    rateSources.map(async (source) => ({
      source: source.name,
      prices: await askSource(source, wanted, tell, signal),
    })),
  );
  for (const currency of wanted) {
    const found = answers.flatMap(({ source, prices }) => {
      const price = prices?.get(currency);
      return price === undefined ? [] : [{ source, price }];
    });
    const centsPerBtc = middlePrice(found.map(({ price }) => price));
    if (centsPerBtc === null) {
      tell.wrong({ currency }, 'no source gave a price of a bitcoin');
      continue;
    }
    tell.right({ currency }, 'there is a price of a bitcoin again');
    for (const { source, price } of found) {
      const about = { source, currency, differs: true };
      if (differsWidely(price, centsPerBtc)) {
        tell.wrong(about, 'a price of a bitcoin differs widely from the middle one');
      } else tell.right(about, 'a price of a bitcoin is near the middle one again');
    }
    await rates.storeRate({ currency, centsPerBtc, readAt });
  }
}

/**
 * Asks one source for prices. Null if it does not answer, which is no error here, as there may be
 * others.
 */
async function askSource(
  source: RateSource,
  currencies: readonly string[],
  tell: Teller,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint> | null> {
  const about = { source: source.name };
  try {
    const prices = await source.readPrices(currencies, signal);
    tell.right(about, 'a source of rates answers again');
    return prices;
  } catch (error) {
    if (!signal.aborted) tell.wrong(about, 'a source of rates does not answer', error);
    return null;
  }
}

async function listStale({ rates, currencies, clock }: ReadRatesDeps): Promise<readonly string[]> {
  const now = clock.now().getTime();
  const known = await Promise.all(currencies.map((currency) => rates.findRate(currency)));
  return currencies.filter((_, place) => {
    const rate = known[place] ?? null;
    return rate === null || now - rate.readAt.getTime() >= FRESH_MS;
  });
}
