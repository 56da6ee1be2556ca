import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rate } from '../../src/fiat/rate.ts';
import { readRates } from '../../src/fiat/read-rates.ts';

/** Runs the worker for so many pauses, each as long as it wants. */
async function runFor(pauses: number, known: Map<string, Rate>, price: (n: number) => bigint) {
  const stop = new AbortController();
  let now = Date.parse('2026-05-02T10:00:00Z');
  const asked: string[] = [];
  const warnings: unknown[] = [];
  let slept = 0;
  await readRates(
    {
      currencies: ['EUR'],
      rates: {
        findRate: async (currency) => known.get(currency) ?? null,
        storeRate: async (rate) => void known.set(rate.currency, rate),
      },
      rateSource: {
        readCentsPerBtc: async (currency) => {
          asked.push(currency);
          return price(asked.length);
        },
      },
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
        info: () => {},
        warn: (_, text) => void warnings.push(text),
        error: () => {},
      },
    },
    stop.signal,
  );
  return { asked, warnings };
}

test('the price is read each minute', async () => {
  const known = new Map<string, Rate>();
  const { asked } = await runFor(3, known, (n) => BigInt(n) * 100n);
  assert.equal(asked.length, 3);
  assert.equal(known.get('EUR')?.centsPerBtc, 300n);
});

test('what another worker has just read is not asked for again', async () => {
  const readAt = new Date('2026-05-02T09:59:30Z');
  const known = new Map([['EUR', { currency: 'EUR', centsPerBtc: 7n, readAt }]]);
  const { asked } = await runFor(1, known, () => 1n);
  assert.deepEqual(asked, []);
  assert.equal(known.get('EUR')?.centsPerBtc, 7n);
});

test('without an answer the last price stays, and the source is asked again', async () => {
  const known = new Map<string, Rate>();
  const { asked, warnings } = await runFor(3, known, (n) => {
    assert.notEqual(n, 2, 'no answer');
    return BigInt(n);
  });
  assert.equal(asked.length, 3);
  assert.equal(warnings.length, 1);
  assert.equal(known.get('EUR')?.centsPerBtc, 3n);
});
