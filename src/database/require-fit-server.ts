import { connectionProblem } from './database-fault.ts';

/**
 * Requires that a connection leads to a server which may write: a proxy may not know yet which one
 * is the primary now. Settings that no startup parameter can carry are set or checked here.
 */
export async function requireFitServer(
  send: (text: string) => Promise<readonly object[]>,
): Promise<void> {
  const [row] = await send(LOOK);
  const isTrue = (name: string): boolean =>
    row !== undefined && Object.entries(row).some(([key, value]) => key === name && value === true);
  if (!isTrue('has_fit_settings')) throw connectionProblem('UNFIT_SETTING');
  if (isTrue('is_writable')) return;
  const opened = isTrue('is_primary') ? await send(WRITE_ANYWAY) : [];
  if (opened.length === 0) throw connectionProblem('NOT_PRIMARY');
}

/** Servers before PostgreSQL 17 refuse `transaction_timeout` as a startup parameter. */
const LOOK = `
  select not pg_is_in_recovery() as is_primary,
    not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable,
    current_setting('session_replication_role') = 'origin'
      and coalesce(current_setting('plpgsql.variable_conflict', true), '') in ('', 'error')
      as has_fit_settings,
    case when current_setting('transaction_timeout', true) <> '0'
      then set_config('transaction_timeout', '0', false) end`;

/**
 * Lets transactions write on a primary where the database or the role says that they only read, as
 * an old dump or a platform may have left it. A setting for the whole server stays in force: it
 * keeps a former primary from being written to.
 */
const WRITE_ANYWAY = `
  select set_config('default_transaction_read_only', 'off', false) from pg_settings
  where name = 'default_transaction_read_only'
    and source in ('database', 'user', 'database user')`;
