import type { Sql } from '../connection/sql.ts';

/**
 * Until the transaction ends, nothing else is added for this user, so that the count in its next
 * statement is complete.
 */
export async function waitForOthersOf(sql: Sql, userId: string): Promise<void> {
  await sql`select from wallet_user where id = ${userId} for no key update`;
}
