import type { Database } from '../../database/db.ts';

/**
 * The number of open (unpaid and unexpired) invoices that strangers have requested from all users.
 * Counting them for each new invoice would cost more than writing it, so each process counts them
 * once a second and adds its own new ones in between. Invoices of other processes, and payments,
 * are therefore noticed up to a second late.
 */
export interface OpenCount {
  read(at: Date): Promise<number>;
  /** Adds the invoices that this process has written to the number of open ones. */
  add(written: number): void;
}

const RECOUNT_MS = 1000;

export function createOpenCount(database: Database, max: number): OpenCount {
  let countedAtMs = Number.NEGATIVE_INFINITY;
  let open = 0;
  return {
    read: async (at) => {
      // The clock may have been set back since the last count, so the time that has passed may be
      // negative.
      if (Math.abs(at.getTime() - countedAtMs) < RECOUNT_MS) return open;
      const [row] = await database.query(
        (sql) => sql<{ open: number }[]>`
          select count(*)::integer as open from (
            select from address_invoice where is_open and expires_at > ${at} limit ${max}
          ) open`,
      );
      open = row?.open ?? 0;
      countedAtMs = at.getTime();
      return open;
    },
    add: (written) => {
      open += written;
    },
  };
}
