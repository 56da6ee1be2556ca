import { connectionProblem } from './database-fault.ts';

/** A proxy may not know yet which server is the primary now. */
export async function requirePrimary(
  send: (text: string) => Promise<readonly object[]>,
): Promise<void> {
  const [row] = await send(IS_FIT);
  if (row === undefined || !('is_fit' in row) || row.is_fit !== true) {
    throw connectionProblem('NOT_PRIMARY');
  }
}

const IS_FIT = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_fit`;
