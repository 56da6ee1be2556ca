import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { Rate } from '../rate.ts';
import type { RateStore } from '../rate-store.ts';

export const createRateStore = (database: Database): RateStore =>
  bindQueries(database, { storeRate, findRate });

async function storeRate(sql: Sql, { currency, centsPerBtc, readAt }: Rate): Promise<void> {
  await sql`
    insert into exchange_rate as known (currency, cents_per_btc, read_at)
    values (${currency}, ${centsPerBtc}, ${readAt})
    on conflict (currency) do update
    set cents_per_btc = excluded.cents_per_btc, read_at = excluded.read_at
    where known.read_at < excluded.read_at`;
}

async function findRate(sql: Sql, currency: string): Promise<Rate | null> {
  const [row] = await sql<{ readonly cents_per_btc: bigint; readonly read_at: Date }[]>`
    select cents_per_btc, read_at from exchange_rate where currency = ${currency}`;
  if (row === undefined) return null;
  return { currency, centsPerBtc: row.cents_per_btc, readAt: row.read_at };
}
