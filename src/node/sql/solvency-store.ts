import { msat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { Obligations, SolvencyStore } from '../solvency-store.ts';

export const createSolvencyStore = (database: Database): SolvencyStore => ({
  readObligations: () => database.query(readObligations),
});

interface ObligationsRow {
  readonly wallets_msat: bigint;
  readonly held_not_in_flight_msat: bigint;
  readonly unclaimed_msat: bigint;
}

export async function readObligations(sql: Sql): Promise<Obligations> {
  const [row] = await sql<ObligationsRow[]>`
    select
      (select coalesce(sum(wallet_msat), 0)::bigint from wallet) as wallets_msat,
      (select coalesce(sum(held_msat), 0)::bigint from open_hold
        where not is_in_flight) as held_not_in_flight_msat,
      (select coalesce(sum(amount_msat), 0)::bigint from posting
        where account = 'unclaimed') as unclaimed_msat`;
  assert(row !== undefined, 'a select without a table has one row');
  return {
    walletsMsat: msat(row.wallets_msat),
    heldNotInFlightMsat: msat(row.held_not_in_flight_msat),
    unclaimedMsat: msat(row.unclaimed_msat),
  };
}
