import { RowGone } from '../../base/row-gone.ts';
import type { Sql } from '../../database/sql.ts';

/**
 * Locks the row of a user until the transaction ends. Whatever adds something to the user takes
 * this lock first, so that a count is still right when the addition follows. Throws if the account
 * was closed meanwhile, so that nothing is added to it.
 */
export async function waitForOthersOf(sql: Sql, userId: string): Promise<void> {
  const [open] = await sql`
    select from wallet_user where id = ${userId} and closed_at is null for no key update`;
  if (open === undefined) throw new RowGone('the account was closed meanwhile');
}
