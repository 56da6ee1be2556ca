import { RowGone } from '../../base/row-gone.ts';
import type { Sql } from '../../database/sql.ts';

/**
 * Makes others wait until the transaction ends: nothing else is added for this user, so that the
 * count in its next statement is complete. An account that closed meanwhile gets nothing more.
 */
export async function waitForOthersOf(sql: Sql, userId: string): Promise<void> {
  const [open] = await sql`
    select from wallet_user where id = ${userId} and closed_at is null for no key update`;
  if (open === undefined) throw new RowGone('the account was closed meanwhile');
}
