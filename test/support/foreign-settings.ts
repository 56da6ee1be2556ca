import pg from 'pg';

/**
 * Settings that an administrator, a platform or an old dump may have left at a database or a role.
 * Each has the value that differs most from what the program relies on.
 */
export const FOREIGN_SETTINGS: Readonly<Record<string, string>> = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  array_nulls: 'off',
  search_path: 'pg_temp, elsewhere, pg_catalog',
  standard_conforming_strings: 'off',
  backslash_quote: 'off',
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  gin_fuzzy_search_limit: '1',
  row_security: 'off',
  'plpgsql.extra_errors': 'all',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  default_transaction_read_only: 'on',
  exit_on_error: 'on',
  idle_session_timeout: '90s',
  transaction_timeout: '90s',
  idle_in_transaction_session_timeout: '90s',
  statement_timeout: '90s',
  lock_timeout: '90s',
  client_min_messages: 'error',
  client_encoding: 'LATIN1',
};

export type SetAt = 'database' | 'roles';

/** Imposes settings on all future connections. Present connections are ended. */
export async function imposeSettings(
  superuserUrl: string,
  places: readonly SetAt[],
  settings: Readonly<Record<string, string>> = FOREIGN_SETTINGS,
): Promise<void> {
  await atOtherDatabase(superuserUrl, async (client, name) => {
    const targets = places.flatMap((place) =>
      place === 'database'
        ? [`database ${name}`]
        : ['satchel', 'satchel_owner'].map((role) => `role ${role} in database ${name}`),
    );
    for (const target of targets) {
      for (const [setting, value] of Object.entries(settings)) {
        // A list of names must not have quotes, or it would be taken for one name.
        const written = setting === 'search_path' ? value : pg.escapeLiteral(value);
        await client.query(`alter ${target} set ${setting} to ${written}`);
      }
    }
  });
}

/** Clears the settings of the database, so that tests can read it as usual. */
export const clearSettings = (superuserUrl: string): Promise<void> =>
  atOtherDatabase(superuserUrl, async (client, name) => {
    await client.query(`alter database ${name} reset all`);
  });

async function atOtherDatabase(
  superuserUrl: string,
  work: (client: pg.Client, quotedName: string) => Promise<void>,
): Promise<void> {
  const url = new URL(superuserUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await work(client, pg.escapeIdentifier(name));
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
  } finally {
    await client.end();
  }
}
