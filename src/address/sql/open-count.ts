import type { Database } from '../../database/db.ts';

/**
 * The number of unpaid invoices that strangers have open in all. Counting them for each new one
 * would cost more than writing it, so a process counts them once a second and adds its own in
 * between. What other processes write, and that some were paid, is known a second late.
 */
export interface OpenCount {
  read(at: Date): Promise<number>;
  /** Adds invoices that this process has written since the last count. */
  add(written: number): void;
}

const RECOUNT_MS = 1000;

export function createOpenCount(database: Database, max: number): OpenCount {
  let countedAtMs = Number.NEGATIVE_INFINITY;
  let open = 0;
  return {
    read: async (at) => {
      // An earlier time counts too: the clock may have been set back.
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
