import { connectionProblem } from './database-fault.ts';

/**
 * Requires that a new connection leads to a server that may be written to: after a failover, a
 * proxy may not know yet which one is the primary. Settings that no startup parameter can carry are
 * set or checked here too.
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

/**
 * Asks a server whether it can be written to and has the needed settings. `transaction_timeout` is
 * set here because servers before PostgreSQL 17 refuse it as a startup parameter.
 */
const LOOK = `
  select not pg_is_in_recovery() as is_primary,
    not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable,
    current_setting('session_replication_role') = 'origin'
      and coalesce(current_setting('plpgsql.variable_conflict', true), '') in ('', 'error')
      as has_fit_settings,
    case when current_setting('transaction_timeout', true) <> '0'
      then set_config('transaction_timeout', '0', false) end`;

/**
 * Lets transactions write if only the database or the role is set to read-only by default, as an
 * old dump or a hosting platform may have left it. A setting for the whole server is respected, as
 * it keeps programs from writing to a former primary.
 */
const WRITE_ANYWAY = `
  select set_config('default_transaction_read_only', 'off', false) from pg_settings
  where name = 'default_transaction_read_only'
    and source in ('database', 'user', 'database user')`;
