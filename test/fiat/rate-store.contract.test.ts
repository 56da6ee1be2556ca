import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createRateStore } from '../../src/fiat/sql/rate-store.ts';
import { testDatabase } from '../support/database.ts';

const { database } = await testDatabase({ after });
const rates = createRateStore(database);
const at = (time: string): Date => new Date(`2026-05-02T${time}Z`);
const store = (currency: string, time: string, centsPerBtc: bigint) =>
  rates.storeRate({ currency, centsPerBtc, readAt: at(time) });

test('the newest price of each currency is kept, whoever writes last', async () => {
  assert.equal(await rates.findRate('EUR'), null);
  const newest = { currency: 'EUR', centsPerBtc: 6_425_050n, readAt: at('10:00') };
  await rates.storeRate(newest);
  await rates.storeRate({ ...newest, centsPerBtc: 1n, readAt: at('09:59') });
  assert.deepEqual(await rates.findRate('EUR'), newest);
  const later = { ...newest, centsPerBtc: 10n ** 16n, readAt: at('10:01') };
  await rates.storeRate(later);
  assert.deepEqual(await rates.findRate('EUR'), later);
  assert.equal(await rates.findRate('USD'), null);
});

describe('the price of a time', () => {
  const pricesAt = async (currency: string, ...times: string[]) => {
    const found = await rates.findRatesAt(currency, times.map(at));
    return found.map((rate) => rate?.centsPerBtc ?? null);
  };

  test('is the first of its ten minutes, or the newest one of the hour before', async () => {
    await store('CHF', '12:01:20', 100n);
    await store('CHF', '12:09:59', 101n);
    await store('CHF', '12:10:00', 102n);
    await store('CHF', '12:31', 103n);
    assert.deepEqual(
      await pricesAt(
        'CHF',
        '12:30',
        '12:05',
        '11:59:59',
        '12:00',
        '12:29:59.999',
        '13:30',
        '13:31',
      ),
      [103n, 100n, null, 100n, 102n, 103n, null],
    );
  });

  test('is that of its currency alone', async () => {
    await store('CAD', '15:00', 7n);
    assert.deepEqual(await pricesAt('AUD', '15:00'), [null]);
    assert.deepEqual(await pricesAt('CAD', '15:00', '15:00'), [7n, 7n]);
    assert.deepEqual(await pricesAt('CAD'), []);
  });

  test('is found by its key, however long the past is', async () => {
    await database.sql`
      insert into exchange_rate_at (currency, at, cents_per_btc)
      select 'BRL', '2020-01-01'::timestamptz + n * interval '10 minutes', 1 + n
      from generate_series(0, 60000) n`;
    await database.sql`analyze exchange_rate_at`;
    const plan = await database.sql<{ 'QUERY PLAN': string }[]>`
      explain select past.cents_per_btc
      from unnest(array['2020-06-01', '2020-07-01']::timestamptz[]) as paid (at)
      left join lateral (
        select cents_per_btc, at from exchange_rate_at
        where currency = 'BRL' and at between paid.at - interval '1 hour' and paid.at
        order by at desc limit 1
      ) past on true`;
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    assert.match(text, /Index Scan Backward using exchange_rate_at_pkey/);
    assert.doesNotMatch(text, /Seq Scan/);
  });
});
