/** Refuses PostgreSQL servers that could lose commits which they have confirmed. */

import { confirmingStandbys } from './confirming-standbys.ts';
import type { Sql } from './sql.ts';

export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError';
}

/** What the operator demands of the database server. */
export interface ServerDemands {
  /** Whether a server that may lose confirmed commits is accepted, which only tests allow. */
  readonly acceptsUnsafe: boolean;
  /** The number of standbys that must have received a commit before it is confirmed. */
  readonly expectedStandbys: number;
}

const OLDEST_VERSION = 15;

/** Refuses a server on which confirmed commits can be lost, or on which text comes back changed. */
export async function checkServer(sql: Sql, demands: ServerDemands): Promise<void> {
  const settings = await readSettings(sql);
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new UnfitServerError(`PostgreSQL ${OLDEST_VERSION} or newer is needed, not ${version}`);
  }
  if (settings.get('server_encoding') !== 'UTF8') {
    throw new UnfitServerError('the database must have the encoding UTF8');
  }
  const weaknesses = weaknessesOf(settings, demands);
  if (weaknesses.length > 0) {
    throw new UnfitServerError(
      `the database may forget what it confirmed: ${weaknesses.join('; ')}`,
    );
  }
}

/**
 * Finds settings of the server by which confirmed commits can be lost. These are also checked
 * later, as they can change while the server runs.
 */
export async function findWeaknesses(sql: Sql, demands: ServerDemands): Promise<readonly string[]> {
  return weaknessesOf(await readSettings(sql), demands);
}

type ServerSettings = ReadonlyMap<string, string>;

function weaknessesOf(
  settings: ServerSettings,
  { acceptsUnsafe, expectedStandbys }: ServerDemands,
): readonly string[] {
  const forgetting = FORGETFUL.flatMap(({ name, values }) => {
    const value = settings.get(name) ?? '';
    return values.includes(value) ? [`${name} must not be ${value}`] : [];
  });
  const names = settings.get('synchronous_standby_names') ?? '';
  const confirming = confirmingStandbys(names);
  const missing =
    confirming < expectedStandbys
      ? [
          `SATCHEL_EXPECT_STANDBYS is ${expectedStandbys}, but by synchronous_standby_names ` +
            `(${names === '' ? 'empty' : names}) a commit waits for ${confirming} standbys`,
        ]
      : [];
  return [...(acceptsUnsafe ? [] : forgetting), ...missing];
}

/**
 * Settings with which commits may be lost. With `local`, a commit is confirmed before any standby
 * has it.
 */
const FORGETFUL: readonly { readonly name: string; readonly values: readonly string[] }[] = [
  { name: 'fsync', values: ['off'] },
  { name: 'synchronous_commit', values: ['off', 'local'] },
];

async function readSettings(sql: Sql): Promise<ServerSettings> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('server_version_num', 'server_encoding', 'fsync', 'synchronous_commit',
      'synchronous_standby_names')`;
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}
