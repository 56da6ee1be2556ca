import type { Sql } from '../connection/sql.ts';

/**
 * Of this user nothing else is added until the end of the transaction, so that what is counted in
 * its next statement is all that there is.
 */
export async function waitForOthersOf(sql: Sql, userId: string): Promise<void> {
  await sql`select from wallet_user where id = ${userId} for no key update`;
}
