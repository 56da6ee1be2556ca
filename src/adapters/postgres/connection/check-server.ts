import type { Sql } from './sql.ts';

export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError';
}

const OLDEST_VERSION = 15;

/** Refuses a database in which money that was confirmed can be gone, or text comes back changed. */
export async function checkServer(sql: Sql, acceptsUnsafe: boolean): Promise<void> {
  const settings = await readSettings(sql);
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new UnfitServerError(`PostgreSQL ${OLDEST_VERSION} or newer is needed, not ${version}`);
  }
  if (settings.get('server_encoding') !== 'UTF8') {
    throw new UnfitServerError('the database must have the encoding UTF8');
  }
  const unsafe = ['fsync', 'synchronous_commit'].filter((name) => settings.get(name) === 'off');
  if (unsafe.length > 0 && !acceptsUnsafe) {
    throw new UnfitServerError(
      `the database may forget what it confirmed: ${unsafe.join(' and ')} must not be off`,
    );
  }
}

async function readSettings(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('server_version_num', 'server_encoding', 'fsync', 'synchronous_commit')`;
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}
