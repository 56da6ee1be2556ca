import { MAX_COUNTED_USERS } from '../../../base/limits.ts';
import type { Database } from '../connection/db.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * How many unpaid invoices that have not expired a user may have. Counting them for each new one
 * would cost more than making it. So each process lets a share of them through by a number in
 * memory, and asks the table when the share is used up: one count for many invoices, and none for a
 * user who makes few.
 */
export interface OpenInvoices {
  /** Null when there are too many; else to be called when the new one is written, or never will. */
  take(userId: string, at: Date): Promise<(() => void) | null>;
}

interface UserShare {
  /** How many may be made before the next count. */
  left: number;
  /** Those that were let through and may not be in the table yet. */
  underWay: number;
  /** Until then the answer is no, without a count. */
  fullUntilMs: number;
  counting: Promise<void> | null;
}

/** The share, as a part of all that a user may have. Each further process may add one share. */
const SHARE_PARTS = 20;
/** After "too many": a count is the more work the more there are. */
const RECOUNT_MS = 1000;

export function createOpenInvoices(database: Database, max: number): OpenInvoices {
  const share = Math.max(1, Math.floor(max / SHARE_PARTS));
  // A map keeps the order of insertion: the first user was seen longest ago.
  const users = new Map<string, UserShare>();

  const find = (userId: string): UserShare => {
    const known = users.get(userId);
    const user = known ?? { left: share, underWay: 0, fullUntilMs: 0, counting: null };
    users.delete(userId);
    users.set(userId, user);
    const [oldest] = users.keys();
    if (users.size > MAX_COUNTED_USERS && oldest !== undefined) users.delete(oldest);
    return user;
  };
  const count = async (user: UserShare, userId: string, at: Date): Promise<void> => {
    const { underWay } = user;
    const open = await database.query((sql) => countOpen(sql, userId, at, max));
    // Those under way may be among the counted: until they are written, the next count is sooner.
    user.left = Math.min(share, max - open - underWay);
    if (open >= max) user.fullUntilMs = at.getTime() + RECOUNT_MS;
  };

  return {
    take: async (userId, at) => {
      const user = find(userId);
      while (user.left <= 0) {
        if (at.getTime() < user.fullUntilMs) return null;
        user.counting ??= count(user, userId, at).finally(() => {
          user.counting = null;
        });
        await user.counting;
      }
      user.left -= 1;
      user.underWay += 1;
      return () => {
        user.underWay -= 1;
      };
    },
  };
}

/** Looks at so many of the invoices that expire last, for each that may be open. */
const LOOKED_AT_FACTOR = 4;

/**
 * Up to `max` of them. A user of whom many are paid long before they expire has fewer counted than
 * there are, so that a count stays bounded.
 */
async function countOpen(sql: Sql, userId: string, at: Date, max: number): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) as count from (
      select from (
        select settled_at from invoice
        where user_id = ${userId} and expires_at > ${at}
        order by expires_at desc
        limit ${max * LOOKED_AT_FACTOR}
      ) latest
      where settled_at is null
      limit ${max}
    ) open`;
  return Number(row?.count ?? 0n);
}
