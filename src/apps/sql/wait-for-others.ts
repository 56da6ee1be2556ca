import { RowGone } from '../../base/row-gone.ts';
import type { Sql } from '../../database/sql.ts';

/**
 * Takes a lock until the transaction ends, so that nothing else is added for this user and the next
 * count is complete. Nothing is added to an account that closed meanwhile.
 */
export async function waitForOthersOf(sql: Sql, userId: string): Promise<void> {
  const [open] = await sql`
    select from wallet_user where id = ${userId} and closed_at is null for no key update`;
  if (open === undefined) throw new RowGone('the account was closed meanwhile');
}
