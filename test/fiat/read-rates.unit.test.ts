import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { differsWidely, middlePrice } from '../../src/fiat/middle-price.ts';
import type { Rate } from '../../src/fiat/rate.ts';
import { readRates } from '../../src/fiat/read-rates.ts';
import { checkProperty } from '../support/check-property.ts';

/** Price of the n-th call of a source, from 1; null for none, a fault where it throws. */
type Price = (n: number) => bigint | null;

/** Runs the worker for so many pauses, each as long as it wants. */
async function runFor(pauses: number, known: Map<string, Rate>, ...prices: readonly Price[]) {
  const stop = new AbortController();
  let now = Date.parse('2026-05-02T10:00:00Z');
  const asked: (readonly string[])[] = [];
  const told: string[] = [];
  let slept = 0;
  await readRates(
    {
      currencies: ['EUR'],
      rates: {
        findRate: async (currency) => known.get(currency) ?? null,
        storeRate: async (rate) => void known.set(rate.currency, rate),
        findRatesAt: async () => [],
      },
      rateSources: prices.map((price, place) => {
        let calls = 0;
        return {
          name: `source${place}`,
          readPrices: async (currencies) => {
            asked.push(currencies);
            calls += 1;
            const found = price(calls);
            return new Map(found === null ? [] : [['EUR', found]]);
          },
        };
      }),
      clock: {
        now: () => new Date(now),
        monotonicMs: () => now,
        sleep: async (ms) => {
          now += ms;
          slept += 1;
          if (slept === pauses) stop.abort();
        },
      },
      random: { bytes: (length) => new Uint8Array(length) },
      log: {
        debug: () => {},
        info: ({ source = '' }, text) => void told.push(`info ${source}: ${text}`),
        warn: ({ source = '' }, text) => void told.push(`warn ${source}: ${text}`),
        error: () => {},
      },
    },
    stop.signal,
  );
  return { asked, told, price: known.get('EUR')?.centsPerBtc };
}

const awayAt =
  (...calls: readonly number[]): Price =>
  (n) => {
    if (calls.includes(n)) throw new Error('no answer');
    return BigInt(n);
  };

test('the price is read each minute', async () => {
  const { asked, told, price } = await runFor(3, new Map(), (n) => BigInt(n) * 100n);
  assert.deepEqual(asked, [['EUR'], ['EUR'], ['EUR']]);
  assert.equal(price, 300n);
  assert.deepEqual(told, []);
});

test('what another worker has just read is not asked for again', async () => {
  const readAt = new Date('2026-05-02T09:59:30Z');
  const known = new Map([['EUR', { currency: 'EUR', centsPerBtc: 7n, readAt }]]);
  const { asked, price } = await runFor(1, known, () => 1n);
  assert.deepEqual(asked, []);
  assert.equal(price, 7n);
});

test('without an answer the last price stays, and the source is asked again', async () => {
  const { asked, price } = await runFor(3, new Map(), awayAt(2));
  assert.equal(asked.length, 3);
  assert.equal(price, 3n);
});

test('a source that is away is told of once, and once that it is back', async () => {
  const away = await runFor(6, new Map(), awayAt(2, 3, 4), (n) => BigInt(n));
  assert.deepEqual(away.told, [
    'warn source0: a source of rates does not answer; this is told once',
    'info source0: a source of rates answers again',
  ]);
  assert.equal(away.price, 6n);
});

test('a currency without a price is told of once, and leaves the last one', async () => {
  const { told, price } = await runFor(4, new Map(), (n) => (n === 1 ? 9n : null));
  assert.deepEqual(told, ['warn : no source gave a price of a bitcoin; this is told once']);
  assert.equal(price, 9n);
});

describe('of several sources', () => {
  test('the middle one counts, and the lower one of two', async () => {
    const three = await runFor(
      1,
      new Map(),
      () => 100n,
      () => 1n,
      () => 101n,
    );
    assert.equal(three.price, 100n);
    assert.equal(
      (
        await runFor(
          1,
          new Map(),
          () => 101n,
          () => 100n,
        )
      ).price,
      100n,
    );
    assert.equal(
      (
        await runFor(
          1,
          new Map(),
          awayAt(1),
          () => 3n,
          () => null,
        )
      ).price,
      3n,
    );
  });

  test('one that is far from the middle is told of', async () => {
    const { told } = await runFor(
      2,
      new Map(),
      () => 100n,
      () => 121n,
      () => 80n,
    );
    assert.deepEqual(told, [
      'warn source1: a price of a bitcoin differs widely from the middle one; this is told once',
    ]);
  });

  test('the middle one is between the others, whatever their order', () => {
    checkProperty(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 16n }), { minLength: 1 }), (prices) => {
        const middle = middlePrice(prices);
        assert(middle !== null && prices.includes(middle));
        const below = prices.filter((price) => price < middle).length;
        const above = prices.filter((price) => price > middle).length;
        assert(below <= prices.length / 2 && above <= prices.length / 2);
        assert.equal(middlePrice(prices.toReversed()), middle);
        assert.equal(differsWidely(middle, middle), false);
      }),
    );
    assert.equal(middlePrice([]), null);
  });
});
