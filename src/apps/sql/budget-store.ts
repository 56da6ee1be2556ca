import { type Budget, type BudgetView, viewBudget } from '../../authorization/budget.ts';
import type { BudgetStore, Grant } from '../../authorization/budget-store.ts';
import type { BudgetInterval } from '../../authorization/budget-window.ts';
import { type Msat, type Sat, sat, satToMsat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';

export const createBudgetStore = (database: Database): BudgetStore =>
  bindQueries(database, {
    setBudget,
    readBudgets,
  });

export async function setBudget(
  sql: Sql,
  { userId, grantId }: Grant,
  budget: Budget | null,
  at: Date,
): Promise<void> {
  if (budget === null) {
    await sql`select remove_budget(${userId}, ${grantId})`;
    return;
  }
  const { limitSat, askAboveSat, interval, expiresAt } = budget;
  await sql`
    select put_budget(
      ${userId}, ${grantId}, ${toMsat(limitSat)}, ${toMsat(askAboveSat)}, ${interval},
      ${expiresAt}, ${at})`;
}

const toMsat = (amountSat: Sat | null): Msat | null =>
  amountSat === null ? null : satToMsat(amountSat);

export interface BudgetRow {
  readonly limit_msat: bigint | null;
  readonly ask_above_msat: bigint | null;
  readonly interval: BudgetInterval;
  readonly expires_at: Date | null;
  readonly window_start: Date;
  readonly used_msat: bigint;
}

async function readBudgets(
  sql: Sql,
  userId: string,
  grantIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, BudgetView>> {
  if (!isUuid(userId)) return new Map();
  const rows = await sql<(BudgetRow & { readonly grant_id: string })[]>`
    select grant_id, limit_msat, ask_above_msat, interval, expires_at, window_start, used_msat
    from budget
    where user_id = ${userId} and grant_id = any (${sql.array([...grantIds], ARRAY_OF.text)})`;
  return new Map(rows.map((row) => [row.grant_id, viewBudget(parseBudget(row), at)]));
}

const toSat = (amountMsat: bigint | null): Sat | null =>
  amountMsat === null ? null : sat(amountMsat / 1000n);

const parseBudget = (row: BudgetRow) => ({
  limitSat: toSat(row.limit_msat),
  askAboveSat: toSat(row.ask_above_msat),
  interval: row.interval,
  expiresAt: row.expires_at,
  windowStart: row.window_start,
  usedSat: sat(row.used_msat / 1000n),
});
