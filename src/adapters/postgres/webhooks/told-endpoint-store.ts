import { assert } from '../../../base/assert.ts';
import { isEventType } from '../../../webhook/delivery.ts';
import type { EndpointToTell, ToldEndpointStore } from '../../../webhook/told-endpoint-store.ts';
import type { Database } from '../connection/db.ts';
import type { Sql } from '../connection/sql.ts';

export const createToldEndpointStore = (database: Database): ToldEndpointStore => ({
  isTold: (id) => database.query((sql) => isTold(sql, id)),
  askToTell: (id) => database.query((sql) => askToTell(sql, id)),
  find: (id) => database.query((sql) => find(sql, id)),
  noteBegun: (id) => database.query((sql) => noteBegun(sql, id)),
  noteTold: (id, version) => database.query((sql) => noteTold(sql, id, version)),
  noteForgotten: (id) => database.query((sql) => noteForgotten(sql, id)),
});

const MAX_AT_ONCE = 100;

async function isTold(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ is_told: boolean }[]>`
    select provider_version = version as is_told from webhook_endpoint where id = ${id}`;
  return row?.is_told ?? false;
}

async function askToTell(sql: Sql, id: string | null): Promise<void> {
  await sql`select tell_provider_of_endpoints(${id}, ${MAX_AT_ONCE})`;
}

interface ToldRow {
  readonly id: string;
  readonly version: number;
  readonly provider_version: number;
  readonly state: EndpointToTell['state'];
  readonly url: string;
  readonly description: string;
  readonly filter_types: readonly string[];
  readonly sealed_secrets: readonly Uint8Array[];
  readonly remaining_secs: string;
}

/** One statement: endpoint and secrets of one moment. */
async function find(sql: Sql, id: string): Promise<EndpointToTell | null> {
  const [row] = await sql<ToldRow[]>`
    select e.id, e.version, e.provider_version, e.state::text as state, e.url, e.description,
      e.filter_types::text[] as filter_types,
      array(
        select s.sealed from webhook_secret s
        where s.endpoint_id = e.id and (s.valid_until is null or s.valid_until > now())
        order by s.number) as sealed_secrets,
      array_to_json(array(
        select floor(extract(epoch from coalesce(s.valid_until, now()) - now()))
        from webhook_secret s
        where s.endpoint_id = e.id and (s.valid_until is null or s.valid_until > now())
        order by s.number)) as remaining_secs
    from webhook_endpoint e
    where e.id = ${id}`;
  if (row === undefined) return null;
  const remaining: unknown = JSON.parse(row.remaining_secs);
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    url: row.url,
    description: row.description,
    filterTypes: row.filter_types.filter(isEventType),
    isTold: row.provider_version === row.version,
    isNew: row.provider_version === 0,
    secrets: row.sealed_secrets.map((sealed, index) => ({
      sealed,
      remainingSec: numberAt(remaining, index),
    })),
  };
}

function numberAt(list: unknown, index: number): number {
  const value: unknown = Array.isArray(list) ? list[index] : undefined;
  assert(typeof value === 'number', 'each secret has its time');
  return value;
}

async function noteBegun(sql: Sql, id: string): Promise<void> {
  await sql`
    update webhook_endpoint set provider_version = -1 where id = ${id} and provider_version = 0`;
}

async function noteTold(sql: Sql, id: string, version: number): Promise<void> {
  await sql`update webhook_endpoint set provider_version = ${version} where id = ${id}`;
}

async function noteForgotten(sql: Sql, id: string): Promise<void> {
  await sql`update webhook_endpoint set provider_version = 0 where id = ${id}`;
}
