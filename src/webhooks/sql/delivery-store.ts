import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type {
  ClaimedDelivery,
  ClaimShare,
  DeliveryBacklog,
  DeliveryClaim,
  DeliveryStore,
  DueEndpoint,
} from '../delivery-store.ts';
import { recordWebhookResults } from './record-results.ts';

export const createDeliveryStore = (database: Database): DeliveryStore => ({
  ...bindQueries(database, {
    listDueEndpoints,
    claim,
    release,
    endLeft,
    readBacklog,
    listAnsweredUrls,
    pruneAttempts,
  }),
  record: (attempts) => recordWebhookResults(database, attempts),
});

interface DueRow {
  readonly endpoint_id: string;
  readonly user_id: string;
  readonly url: string;
  readonly consecutive_failures: number;
}

async function listDueEndpoints(sql: Sql, after: string, limit: number): Promise<DueEndpoint[]> {
  const rows = await sql<DueRow[]>`
    select endpoint_id, user_id, url, consecutive_failures
    from list_due_webhook_endpoints(${after}, ${limit})`;
  return rows.map(parseDue);
}

const parseDue = (row: DueRow): DueEndpoint => ({
  endpointId: row.endpoint_id,
  userId: row.user_id,
  url: row.url,
  origin: URL.parse(row.url)?.origin ?? row.url,
  consecutiveFailures: row.consecutive_failures,
});

interface ClaimedRow extends DueRow {
  readonly id: bigint;
  readonly attempts: number;
  readonly attempts_before: number;
  readonly message_id: string;
  readonly event_type: string;
  readonly body: string;
  /** Encrypted secrets in hex, separated by commas. */
  readonly sealed_secrets: string;
}

async function claim(
  sql: Sql,
  shares: readonly ClaimShare[],
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  const endpoints = shares.map(({ endpointId }) => endpointId);
  const counts = shares.map(({ count }) => count);
  const rows = await sql<ClaimedRow[]>`
    select endpoint_id, id, attempts, attempts_before, user_id, url, consecutive_failures,
      message_id, event_type, body, sealed_secrets
    from claim_webhook_deliveries(
      ${sql.array(endpoints, ARRAY_OF.text)}, ${sql.array(counts, ARRAY_OF.integer)}, ${leaseMs})`;
  return rows.map((row) => ({
    ...parseDue(row),
    deliveryId: row.id,
    number: row.attempts,
    attemptsBefore: row.attempts_before,
    messageId: row.message_id,
    eventType: row.event_type,
    body: row.body,
    sealedSecrets: row.sealed_secrets.split(',').map(hexParameter),
  }));
}

async function release(sql: Sql, claims: readonly DeliveryClaim[]): Promise<void> {
  const endpoints = claims.map(({ endpointId }) => endpointId);
  const ids = claims.map(({ deliveryId }) => deliveryId);
  const numbers = claims.map(({ number }) => number);
  await sql`
    select release_webhook_deliveries(
      ${sql.array(endpoints, ARRAY_OF.text)}, ${sql.array(ids, ARRAY_OF.bigint)},
      ${sql.array(numbers, ARRAY_OF.integer)})`;
}

async function endLeft(sql: Sql, endpointId: string, limit: number): Promise<boolean> {
  const [row] = await sql<{ has_more: boolean }[]>`
    select end_left_webhook_deliveries(${endpointId}, ${limit}) as has_more`;
  return row?.has_more ?? false;
}

/**
 * Reads how many deliveries wait. The query jumps from one endpoint with waiting deliveries to the
 * next, so that it does not read the deliveries that have ended.
 */
async function readBacklog(sql: Sql): Promise<DeliveryBacklog> {
  const [row] = await sql<
    { pending: number; oldest_due_sec: number | null; disabled_endpoints: number }[]
  >`
    with recursive waiting (endpoint_id, next_at) as (
      select '' collate "C", null::timestamptz
      union all
      select following.endpoint_id, following.next_at
      from waiting w
      cross join lateral (
        select d.endpoint_id, d.next_at from webhook_delivery d
        where d.state = 'pending' and d.endpoint_id > w.endpoint_id
          and (d.claimed_until is null or d.claimed_until <= now())
        order by d.endpoint_id, d.next_at limit 1
      ) following
    )
    select
      (select count(*)::integer from webhook_delivery where state = 'pending') as pending,
      (select extract(epoch from now() - min(w.next_at))::float8
        from waiting w
        join webhook_endpoint e on e.id = w.endpoint_id
        join wallet_user u on u.id = e.user_id
        where w.next_at <= now() and e.state = 'active' and u.disabled_at is null
      ) as oldest_due_sec,
      (select count(*)::integer from webhook_endpoint where state = 'disabled')
        as disabled_endpoints`;
  return {
    pending: row?.pending ?? 0,
    oldestDueSec: row?.oldest_due_sec ?? null,
    disabledEndpoints: row?.disabled_endpoints ?? 0,
  };
}

async function listAnsweredUrls(sql: Sql, limit: number): Promise<readonly string[]> {
  const rows = await sql<{ url: string }[]>`
    select url from webhook_endpoint
    where state <> 'deleted' and last_success_at is not null
    order by last_success_at desc limit ${limit}`;
  return rows.map(({ url }) => url);
}

async function pruneAttempts(sql: Sql, startedBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    select sweep_webhook_attempts(${startedBefore}, ${limit}) as removed`;
  return row?.removed ?? 0;
}
