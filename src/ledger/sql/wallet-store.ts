import { NO_LIMITS, type UserLimits } from '../../authorization/user-limits.ts';
import { sat } from '../../base/amount.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { WalletStore } from '../wallet-store.ts';
import { readCustody } from './user-limit-store.ts';

export const createWalletStore = (
  database: Database,
  limits: UserLimits = NO_LIMITS,
): WalletStore => ({
  readBalances: (userId) => database.query((sql) => readBalances(sql, userId)),
  readCustody: (userId, at) => database.query((sql) => readCustody(sql, limits, userId, at)),
});

interface WalletRow {
  readonly wallet_msat: bigint;
  readonly held_msat: bigint;
}

async function readBalances(sql: Sql, userId: string) {
  if (!isUuid(userId)) return null;
  const [row] = await sql<WalletRow[]>`
    select wallet_msat, held_msat from wallet where user_id = ${userId}`;
  if (row === undefined) return null;
  return { balanceSat: sat(row.wallet_msat / 1000n), heldSat: sat(row.held_msat / 1000n) };
}
