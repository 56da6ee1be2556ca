import { assert } from '../../base/assert.ts';
import type { Database } from '../db.ts';
import type { Sql } from '../sql.ts';

/**
 * Stores the fingerprint of the secret key with which a database is first started; later calls
 * return the stored one, so that another key is noticed. If processes start at the same time with
 * different keys, the first one wins.
 */
export const bindSecretKey = (database: Database, fingerprint: Uint8Array): Promise<Uint8Array> =>
  database.query((sql) => bind(sql, fingerprint));

async function bind(sql: Sql, fingerprint: Uint8Array): Promise<Uint8Array> {
  await sql`
    insert into bound_secret_key (fingerprint) values (${fingerprint})
    on conflict do nothing`;
  const [bound] = await sql<{ fingerprint: Uint8Array }[]>`
    select fingerprint from bound_secret_key`;
  assert(bound !== undefined, 'a bound key is never unbound');
  return bound.fingerprint;
}
