import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Rate } from '../rate.ts';
import type { RateStore } from '../rate-store.ts';

export const createRateStore = (database: Database): RateStore =>
  bindQueries(database, { storeRate, findRate, findRatesAt });

async function storeRate(sql: Sql, { currency, centsPerBtc, readAt }: Rate): Promise<void> {
  await sql`
    with past as (
      insert into exchange_rate_at (currency, at, cents_per_btc)
      values (
        ${currency}, date_bin('10 minutes', ${readAt}::timestamptz, 'epoch'), ${centsPerBtc}
      )
      on conflict do nothing
    )
    insert into exchange_rate as known (currency, cents_per_btc, read_at)
    values (${currency}, ${centsPerBtc}, ${readAt})
    on conflict (currency) do update
    set cents_per_btc = excluded.cents_per_btc, read_at = excluded.read_at
    where known.read_at < excluded.read_at`;
}

async function findRate(sql: Sql, currency: string): Promise<Rate | null> {
  const [row] = await sql<RateRow[]>`
    select cents_per_btc, read_at from exchange_rate where currency = ${currency}`;
  return row === undefined ? null : parseRate(currency, row);
}

async function findRatesAt(
  sql: Sql,
  currency: string,
  times: readonly Date[],
): Promise<(Rate | null)[]> {
  if (times.length === 0) return [];
  const rows = await sql<(RateRow | { readonly cents_per_btc: null })[]>`
    select past.cents_per_btc, past.at as read_at
    from unnest(${sql.array([...times], ARRAY_OF.timestamptz)}) with ordinality as paid (at, place)
    left join lateral (
      select cents_per_btc, at from exchange_rate_at
      where currency = ${currency} and at between paid.at - interval '1 hour' and paid.at
      order by at desc limit 1
    ) past on true
    order by paid.place`;
  return rows.map((row) => (row.cents_per_btc === null ? null : parseRate(currency, row)));
}

interface RateRow {
  readonly cents_per_btc: bigint;
  readonly read_at: Date;
}

const parseRate = (currency: string, { cents_per_btc, read_at }: RateRow): Rate => ({
  currency,
  centsPerBtc: cents_per_btc,
  readAt: read_at,
});
