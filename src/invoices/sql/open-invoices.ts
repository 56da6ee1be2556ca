import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAX_COUNTED_USERS } from '../limits.ts';

/**
 * Limits how many unpaid, unexpired invoices a user may have. Counting them for each new one would
 * cost more than creating it. So each process admits a share of the limit by a counter in memory,
 * and counts in the table when the share is used up: one count for many invoices, and none for
 * users who create few.
 */
export interface OpenInvoices {
  /**
   * Counts a new invoice. Null when there are too many; else a function to call once the invoice is
   * stored, or never will be.
   */
  take(userId: string, at: Date): Promise<(() => void) | null>;
}

interface UserShare {
  /** The number of invoices that may be created before they are counted in the table again. */
  left: number;
  /** The number of invoices that were admitted and may not be in the table yet. */
  underWay: number;
  /** The time until which a user with too many invoices is refused without another count. */
  fullUntilMs: number;
  counting: Promise<void> | null;
}

/** The number of shares in the limit. Each further process may exceed the limit by one share. */
const SHARE_PARTS = 20;
/**
 * The time after "too many" in which invoices are not counted again: counting many is much work.
 */
const RECOUNT_MS = 1000;

export function createOpenInvoices(database: Database, max: number): OpenInvoices {
  const share = Math.max(1, Math.floor(max / SHARE_PARTS));
  // A map keeps insertion order: the first user was seen longest ago.
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
    // Invoices that are being written may have been counted already, so the user is counted again
    // earlier.
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

/**
 * The number of invoices that a count reads for each that may be open, from those that expire last.
 */
const LOOKED_AT_FACTOR = 4;

/**
 * Counts up to `max` open invoices. For users whose invoices are mostly paid long before they
 * expire it may count too few; this keeps the count bounded.
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
