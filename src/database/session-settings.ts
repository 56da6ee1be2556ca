/**
 * Settings on which statements and readers of rows rely, by the server's names. Each connection
 * sets all of them when it opens, so that other settings of a database or role (`alter database …
 * set`, `alter role … set`) have no effect on this program.
 */
export const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  // Settings that decide how values are written and read.
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  // Settings that decide what a statement means.
  search_path: 'public,pg_temp',
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  gin_fuzzy_search_limit: '0',
  row_security: 'on',
  'plpgsql.extra_errors': 'none',
  // Settings that decide what a transaction is, and how long a connection lives.
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  exit_on_error: 'off',
  idle_session_timeout: '0',
  // The setting that decides in which storage format a migration creates its tables.
  default_table_access_method: 'heap',
};

/**
 * Writes settings as PostgreSQL reads them in the startup parameter `options`. Spaces and
 * backslashes in a value are escaped there, as a space ends a setting.
 */
export const toOptions = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ');
