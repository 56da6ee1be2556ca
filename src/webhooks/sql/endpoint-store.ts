import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { violatedConstraint } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { type EventType, isEventType } from '../delivery.ts';
import type { DisabledReason, Endpoint } from '../endpoint.ts';
import {
  creatorOf,
  type EndpointEdit,
  type EndpointOwner,
  type EndpointStore,
  type NewEndpoint,
  type SecretRotation,
} from '../endpoint-store.ts';

/**
 * Creates the store. Changes are made by SQL functions, because these lock the rows that
 * settlements read.
 */
export const createEndpointStore = (database: Database): EndpointStore => ({
  create: (endpoint) => createEndpoint(database, endpoint),
  ...bindQueries(database, {
    list: listEndpoints,
    find: findEndpoint,
  }),
  edit: (owner, edit) => database.transaction((sql) => editEndpoint(sql, owner, edit)),
  delete: (owner, id, at) => database.transaction((sql) => deleteEndpoint(sql, owner, id, at)),
  rotateSecret: (owner, rotation) =>
    database.transaction((sql) => rotateSecret(sql, owner, rotation)),
});

interface EndpointRow {
  readonly id: string;
  readonly user_id: string;
  readonly client_id: string | null;
  readonly token_id: string | null;
  readonly url: string;
  readonly description: string;
  readonly filter_types: readonly string[];
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly consecutive_failures: number;
  readonly last_success_at: Date | null;
  readonly created_at: Date;
}

const COLUMNS = `e.id, e.user_id, e.client_id, e.token_id, e.url, e.description,
  e.filter_types::text[] as filter_types, e.disabled_reason, e.disabled_at, e.failing_since,
  e.consecutive_failures, e.last_success_at, e.created_at`;

/** The condition for endpoints that an owner may see. */
export const seenBy = (sql: Sql, owner: EndpointOwner) => {
  const maker = creatorOf(owner);
  return sql`
    e.user_id = ${owner.userId} and e.state <> 'deleted'
    and (${maker}::text is null or e.client_id = ${maker} or e.token_id = ${maker})`;
};

async function listEndpoints(sql: Sql, owner: EndpointOwner): Promise<readonly Endpoint[]> {
  const rows = await sql<EndpointRow[]>`
    select ${sql.unsafe(COLUMNS)} from webhook_endpoint e
    where ${seenBy(sql, owner)} order by e.created_at, e.id`;
  return rows.map(parseEndpoint);
}

async function findEndpoint(sql: Sql, owner: EndpointOwner, id: string): Promise<Endpoint | null> {
  const [row] = await sql<EndpointRow[]>`
    select ${sql.unsafe(COLUMNS)} from webhook_endpoint e
    where e.id = ${id} and ${seenBy(sql, owner)}`;
  return row === undefined ? null : parseEndpoint(row);
}

function parseEndpoint(row: EndpointRow): Endpoint {
  const isDisabled = row.disabled_reason !== null && row.disabled_at !== null;
  return {
    id: row.id,
    userId: row.user_id,
    clientId: row.client_id,
    tokenId: row.token_id,
    url: row.url,
    description: row.description,
    filterTypes: row.filter_types.filter(isEventType),
    disabled: isDisabled ? { reason: row.disabled_reason, at: row.disabled_at } : null,
    health: {
      lastSuccessAt: row.last_success_at,
      failingSince: row.failing_since,
      consecutiveFailures: row.consecutive_failures,
    },
    createdAt: row.created_at,
  };
}

async function createEndpoint(database: Database, endpoint: NewEndpoint) {
  try {
    return await database.transaction((sql) => insertEndpoint(sql, endpoint));
  } catch (error) {
    if (violatedConstraint(error) === 'webhook_endpoint_pkey') return 'present';
    throw error;
  }
}

async function insertEndpoint(sql: Sql, endpoint: NewEndpoint) {
  return await askOutcome<'created' | 'too_many' | 'revoked'>(sql`
    select create_webhook_endpoint(
      ${endpoint.userId}, ${endpoint.clientId}, ${tokenOf(endpoint)}, ${endpoint.id},
      ${endpoint.url}, ${endpoint.description},
      ${typesParameter(sql, endpoint.filterTypes)}::webhook_event_type[],
      ${endpoint.sealedSecret}, ${endpoint.maxEndpoints}, ${endpoint.at}) as outcome`);
}

async function editEndpoint(sql: Sql, owner: EndpointOwner, edit: EndpointEdit) {
  const types = edit.filterTypes === null ? null : typesParameter(sql, edit.filterTypes);
  const outcome = await askOutcome<'edited' | 'absent' | 'revoked' | 'disconnected'>(sql`
    select edit_webhook_endpoint(
      ${owner.userId}, ${creatorOf(owner)}, ${edit.id}, ${edit.url}, ${edit.description},
      ${types}::webhook_event_type[], ${edit.isEnabled}, ${edit.at}) as outcome`);
  if (outcome !== 'edited') return outcome;
  const edited = await findEndpoint(sql, owner, edit.id);
  assert(edited !== null, 'it is locked until the end of this transaction');
  return edited;
}

async function deleteEndpoint(
  sql: Sql,
  owner: EndpointOwner,
  id: string,
  at: Date,
): Promise<Endpoint | null> {
  const endpoint = await findEndpoint(sql, owner, id);
  const isDeleted = await askOutcome<boolean>(sql`
    select delete_webhook_endpoint(${owner.userId}, ${creatorOf(owner)}, ${id}, ${at}) as outcome`);
  return isDeleted ? endpoint : null;
}

async function rotateSecret(sql: Sql, owner: EndpointOwner, rotation: SecretRotation) {
  return await askOutcome<'rotated' | 'replaced_before' | 'absent' | 'revoked'>(sql`
    select rotate_webhook_secret(
      ${owner.userId}, ${creatorOf(owner)}, ${rotation.id}, ${rotation.replaces},
      ${rotation.sealedSecret}, ${rotation.oldUntil}, ${rotation.maxOldSecrets},
      ${rotation.at}) as outcome`);
}

const tokenOf = ({ clientId, grantId }: EndpointOwner): string | null =>
  clientId === null ? grantId : null;

const typesParameter = (sql: Sql, types: readonly EventType[]) =>
  sql.array([...types], ARRAY_OF.text);

/**
 * Runs a statement that calls an SQL function, and returns the outcome, which is always in one row.
 */
export async function askOutcome<Outcome>(
  question: PromiseLike<readonly { readonly [column: string]: Outcome }[]>,
): Promise<Outcome> {
  const outcome = (await question)[0]?.['outcome'];
  assert(outcome !== undefined, 'a function answers');
  return outcome;
}
