import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAX_COUNTED_USERS } from '../limits.ts';

/**
 * Limits how many open (unpaid, unexpired) invoices a user may have. Counting them in the database
 * for each new one would cost more than creating it. So each process admits a share of the limit by
 * a counter in memory, and counts in the database only when that share is used up. Users who create
 * few invoices are never counted there.
 */
export interface OpenInvoices {
  /**
   * Admits a new invoice. Null when the user has too many open ones; else a function to call once
   * the invoice is stored, or could not be stored.
   */
  take(userId: string, at: Date): Promise<(() => void) | null>;
}

interface UserShare {
  /**
   * The number of invoices that may still be admitted before the user's invoices are counted in the
   * database again.
   */
  left: number;
  /** The number of invoices that were admitted but may not be stored yet. */
  underWay: number;
  /**
   * The time until which a user with too many open invoices is refused without being counted again.
   */
  fullUntilMs: number;
  counting: Promise<void> | null;
}

/**
 * The number of equal shares into which the limit is divided. Processes do not know each other's
 * counters, so each process beyond the first may exceed the limit by one share.
 */
const SHARE_PARTS = 20;
/**
 * The time for which a user who has too many open invoices is not counted again, as counting many
 * is slow.
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
    // Invoices that are just being written may be counted twice, in memory and in the database.
    // That is safe: their user is only counted again sooner.
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
 * The number of a user's invoices that a count reads at most, as a multiple of the limit. It reads
 * those that expire last.
 */
const LOOKED_AT_FACTOR = 4;

/**
 * Counts a user's open invoices, but at most `max`. To bound its work, the count reads only a
 * limited number of unexpired invoices, paid or not, so it may count too few if most of them are
 * paid.
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
