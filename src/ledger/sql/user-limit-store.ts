import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { viewBudget } from '../../authorization/budget.ts';
import {
  type Custody,
  LIMIT_NAMES,
  type LimitChange,
  type LimitSettings,
  type OwnLimit,
  roomSat,
  type UserLimitStore,
  type UserLimits,
} from '../../authorization/user-limits.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';

export const createUserLimitStore = (database: Database, defaults: UserLimits): UserLimitStore => ({
  setLimits: (userId, change, at, { seen = {}, action } = {}) =>
    logged(
      database,
      action,
      (sql) => setLimits(sql, defaults, { userId, change, at, seen }),
      (isSet) => isSet,
    ),
  readLimitSettings: (userId) => database.query((sql) => readLimits(sql, defaults, userId)),
  applySendLimit: (userId, at) =>
    database.query(async (sql) => {
      const [row] = await sql<{ changed: boolean }[]>`
        select apply_send_limit(${userId}, ${defaults.maxSendDaySat}, ${at}) as changed`;
      return row?.changed ?? false;
    }),
});

interface TotalRow {
  readonly user_id: string;
  readonly total_msat: bigint;
  /**
   * The highest balance of the user: their own limit, or the service's default; null for no limit.
   */
  readonly max_balance_sat: bigint | null;
}

/**
 * SQL for whether a new invoice, together with its user's balance, stays within the user's limit
 * (see roomSat). In the surrounding query, `invoice` must be the row of the invoice and `item` its
 * item in a list. Wallets are read only for users who have a limit. A caller who may not read the
 * balance gets a coarser answer (see publicRoomSat), as they could otherwise find the balance by
 * trying amounts.
 */
export const fitsBalance = (sql: Sql, defaults: UserLimits) => sql`
  coalesce((
    select coalesce(invoice.amount_sat, 1) <= case
        when (item ->> 'sees_balance')::boolean then room_sat
        else public_room_sat(room_sat) end
    from (
      select limit_in_force(
        (select l.max_balance_sat from user_limit l where l.user_id = invoice.user_id),
        ${defaults.maxBalanceSat}::bigint) as most_sat
    ) as allowed
    join wallet w on w.user_id = invoice.user_id
    cross join lateral (
      select greatest(most_sat - (w.wallet_msat + w.held_msat) / 1000, 0) as room_sat
    ) as left_over
    where most_sat is not null), true)`;

/** The sats that the wallet may still receive under its limit; null without a limit. */
export const roomOf = (row: Pick<TotalRow, 'total_msat' | 'max_balance_sat'>): Sat | null =>
  roomSat({ maxBalanceSat: toLimit(row.max_balance_sat) }, sat(row.total_msat / 1000n));

const toLimit = (limitSat: bigint | null): Sat | null => (limitSat === null ? null : sat(limitSat));

interface CustodyRow extends TotalRow {
  readonly held_msat: bigint;
  /**
   * The most that the user may send in a day: their own limit, or the service's default; null for
   * no limit.
   */
  readonly max_send_day_sat: bigint | null;
  readonly window_start: Date | null;
  readonly used_msat: bigint | null;
}

export async function readCustody(
  sql: Sql,
  defaults: UserLimits,
  userId: string,
  at: Date,
): Promise<Custody | null> {
  if (!isUuid(userId)) return null;
  const [row] = await sql<CustodyRow[]>`
    select w.user_id, w.wallet_msat + w.held_msat as total_msat, w.held_msat,
      limit_in_force(l.max_balance_sat, ${defaults.maxBalanceSat}) as max_balance_sat,
      limit_in_force(l.max_send_day_sat, ${defaults.maxSendDaySat}) as max_send_day_sat,
      b.window_start, b.used_msat
    from wallet w
    left join user_limit l on l.user_id = w.user_id
    left join budget b on b.user_id = w.user_id and b.grant_id = '*'
    where w.user_id = ${userId}`;
  if (row === undefined) return null;
  const limits = {
    maxBalanceSat: toLimit(row.max_balance_sat),
    maxSendDaySat: toLimit(row.max_send_day_sat),
  };
  return {
    limits,
    totalSat: sat(row.total_msat / 1000n),
    heldSat: sat(row.held_msat / 1000n),
    sentDaySat: sentOf(row, limits, at),
  };
}

function sentOf(
  { window_start: windowStart, used_msat: usedMsat }: CustodyRow,
  { maxSendDaySat }: UserLimits,
  at: Date,
): Sat {
  if (maxSendDaySat === null || windowStart === null || usedMsat === null) return sat(0n);
  const usedSat = sat(usedMsat / 1000n);
  const limit = { limitSat: maxSendDaySat, askAboveSat: null } as const;
  const stored = { ...limit, interval: 'day', expiresAt: null } as const;
  return viewBudget({ ...stored, windowStart, usedSat }, at).usedSat;
}

interface Setting {
  readonly userId: string;
  readonly change: LimitChange;
  readonly at: Date;
  readonly seen: LimitChange;
}

async function setLimits(
  sql: Sql,
  defaults: UserLimits,
  { userId, change, at, seen }: Setting,
): Promise<boolean> {
  const { maxBalance, maxSendDay } = change;
  // The lock makes changes of one user's limits run one after the other, so that the limits that
  // were read are still in force when the new ones are written.
  await sql`select pg_advisory_xact_lock(hashtext('user_limit'), hashtext(${userId}))`;
  const present = await readLimits(sql, defaults, userId);
  for (const field of LIMIT_NAMES) {
    const known = [seen[field] ?? present[field], change[field]];
    if (!known.includes(present[field])) return false;
  }
  await sql`
    select set_user_limits(
      ${userId}, ${maxBalance !== undefined}, ${toColumn(maxBalance)},
      ${maxSendDay !== undefined}, ${toColumn(maxSendDay)}, ${defaults.maxSendDaySat}, ${at})`;
  return true;
}

interface OwnRow {
  readonly max_balance_sat: bigint | null;
  readonly max_send_day_sat: bigint | null;
}

async function readLimits(sql: Sql, defaults: UserLimits, userId: string): Promise<LimitSettings> {
  const [row] = await sql<OwnRow[]>`
    select max_balance_sat, max_send_day_sat from user_limit where user_id = ${userId}`;
  return {
    maxBalance: fromColumn(row?.max_balance_sat ?? null),
    maxSendDay: fromColumn(row?.max_send_day_sat ?? null),
    defaults,
  };
}

/** The stored value of a user who has no limit, even if the service has a default one. */
const NONE = 0n;

const fromColumn = (own: bigint | null): OwnLimit => {
  if (own === null) return 'default';
  return own === NONE ? 'none' : sat(own);
};

const toColumn = (own: OwnLimit | undefined): bigint | null => {
  if (own === undefined || own === 'default') return null;
  return own === 'none' ? NONE : own;
};
