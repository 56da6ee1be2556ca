import { MAX_WEBHOOK_EXCERPT_LENGTH } from '../../base/limits.ts';
import { cleanText } from '../../base/text.ts';
import type { DeliveryResult } from '../../webhook/delivery-result.ts';
import type {
  ClaimedDelivery,
  ClaimShare,
  DeliveryBacklog,
  DeliveryClaim,
  DeliveryStore,
  DueEndpoint,
  FinishedAttempt,
} from '../../webhook/delivery-store.ts';
import { diagnose, type EndpointHealth } from '../../webhook/endpoint-health.ts';
import { ENDPOINT_NOTICE_JOB, type EndpointNotice } from '../../webhook/endpoint-notice.ts';
import type { Database } from './db.ts';
import { ARRAY_OF, type Sql } from './sql.ts';

export const createDeliveryStore = (database: Database): DeliveryStore => ({
  listDueEndpoints: (after, limit) => database.query((sql) => listDueEndpoints(sql, after, limit)),
  claim: (shares, leaseMs) => database.query((sql) => claim(sql, shares, leaseMs)),
  record: (attempts) => record(database, attempts),
  release: (claims) => database.query((sql) => release(sql, claims)),
  endLeft: (endpointId, limit) => database.query((sql) => endLeft(sql, endpointId, limit)),
  readBacklog: () => database.query(readBacklog),
  listAnsweredUrls: (limit) => database.query((sql) => listAnsweredUrls(sql, limit)),
  sweepAttempts: (startedBefore, limit) =>
    database.query((sql) => sweepAttempts(sql, startedBefore, limit)),
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
  readonly sealed_secrets: Uint8Array[];
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
    sealedSecrets: row.sealed_secrets,
  }));
}

/** Endpoints at which all went well, the usual case, need no transaction. */
async function record(database: Database, attempts: readonly FinishedAttempt[]): Promise<void> {
  const troubled = new Set(attempts.filter(hasNews).map(({ endpointId }) => endpointId));
  const good = attempts.filter(({ endpointId }) => !troubled.has(endpointId));
  const rest = attempts.filter(({ endpointId }) => troubled.has(endpointId));
  if (good.length > 0) {
    const results = JSON.stringify(good.map(toResultRow));
    await database.query((sql) => sql`select record_webhook_successes(${results})`);
  }
  if (rest.length > 0) {
    await database.transaction((sql) => recordTroubled(sql, [...troubled], rest));
  }
}

const hasNews = ({ sign, disables }: FinishedAttempt): boolean =>
  sign !== 'succeeded' || disables !== null;

async function recordTroubled(
  sql: Sql,
  endpointIds: readonly string[],
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  const rows = await sql<HealthRow[]>`
    select endpoint_id, consecutive_failures, failing_since, failing_delivery_id,
      has_failed_apart, last_success_at, warned_stage, looked_at
    from lock_webhook_health(${sql.array([...endpointIds], ARRAY_OF.text)})`;
  const telling = await findTelling(sql, attempts);
  const diagnoses = rows.map((row) => ({
    endpointId: row.endpoint_id,
    ...diagnose(
      parseHealth(row),
      telling
        .filter(({ endpointId }) => endpointId === row.endpoint_id)
        .map(({ deliveryId, sign }) => ({ deliveryId, kind: sign, at: row.looked_at })),
    ),
  }));
  const results = JSON.stringify(attempts.map(toResultRow));
  const healths = JSON.stringify(diagnoses.map(toHealthRow));
  await sql`select record_webhook_diagnoses(${results}, ${healths})`;
  for (const { endpointId, newWarnings } of diagnoses) {
    for (const notice of newWarnings) await enqueueNotice(sql, endpointId, notice);
  }
  for (const reason of ['gone', 'refused'] as const) {
    await disable(sql, idsOf(telling.filter(({ disables }) => disables === reason)), reason);
  }
  await disable(sql, idsOf(diagnoses.filter(({ isGivenUp }) => isGivenUp)), 'failing');
}

/**
 * Of these attempts, those that tell of the endpoint as it is: not what was sent to an address that
 * it had before, and not what is in the log already, as this may be written for the second time.
 */
async function findTelling(
  sql: Sql,
  attempts: readonly FinishedAttempt[],
): Promise<readonly FinishedAttempt[]> {
  const keys = attempts.map(({ endpointId, deliveryId, number, url }, place) => ({
    ...{ place, endpoint_id: endpointId, delivery_id: deliveryId.toString(), number, url },
  }));
  const rows = await sql<{ place: number }[]>`
    select k.place
    from json_to_recordset(${JSON.stringify(keys)}::text::json)
      as k (place integer, endpoint_id text, delivery_id bigint, number integer, url text)
    join webhook_endpoint e on e.id = k.endpoint_id and e.url = k.url
    where not exists (
      select from webhook_attempt a
      where a.endpoint_id = k.endpoint_id and a.delivery_id = k.delivery_id
        and a.number = k.number)`;
  const places = new Set(rows.map(({ place }) => place));
  return attempts.filter((_, place) => places.has(place));
}

const idsOf = (list: readonly { readonly endpointId: string }[]): string[] => [
  ...new Set(list.map(({ endpointId }) => endpointId)),
];

async function disable(sql: Sql, endpointIds: string[], reason: string): Promise<void> {
  if (endpointIds.length === 0) return;
  const disabled = await sql<{ id: string }[]>`
    select id from disable_webhook_endpoints(
      ${sql.array(endpointIds, ARRAY_OF.text)}, ${reason}, now()) disabled (id)`;
  for (const { id } of disabled) await enqueueNotice(sql, id, 'disabled');
}

/** The mail itself is a job: whatever happens to this process, it is sent. */
async function enqueueNotice(sql: Sql, endpointId: string, notice: EndpointNotice): Promise<void> {
  const payload = JSON.stringify({ endpointId, notice });
  await sql`select enqueue_job(${ENDPOINT_NOTICE_JOB}, ${payload}, ${`${endpointId} ${notice}`})`;
}

interface HealthRow {
  readonly endpoint_id: string;
  readonly consecutive_failures: number;
  readonly failing_since: Date | null;
  readonly failing_delivery_id: bigint | null;
  readonly has_failed_apart: boolean;
  readonly last_success_at: Date | null;
  readonly warned_stage: EndpointHealth['warnedStage'];
  /** By the clock that all processes share. */
  readonly looked_at: Date;
}

const parseHealth = (row: HealthRow): EndpointHealth => ({
  consecutiveFailures: row.consecutive_failures,
  failingSince: row.failing_since,
  failingDeliveryId: row.failing_delivery_id,
  hasFailedApart: row.has_failed_apart,
  lastSuccessAt: row.last_success_at,
  warnedStage: row.warned_stage,
});

const toHealthRow = ({ endpointId, health }: { endpointId: string; health: EndpointHealth }) => ({
  endpoint_id: endpointId,
  consecutive_failures: health.consecutiveFailures,
  failing_since: health.failingSince,
  failing_delivery_id: health.failingDeliveryId?.toString() ?? null,
  has_failed_apart: health.hasFailedApart,
  last_success_at: health.lastSuccessAt,
  warned_stage: health.warnedStage,
});

const toResultRow = (attempt: FinishedAttempt) => ({
  endpoint_id: attempt.endpointId,
  delivery_id: attempt.deliveryId.toString(),
  number: attempt.number,
  attempts_before: attempt.attemptsBefore,
  started_at: attempt.startedAt,
  duration_ms: Math.round(attempt.result.durationMs),
  ...toResultColumns(attempt.result),
  new_state: attempt.next.kind === 'retry' ? 'pending' : attempt.next.kind,
  after_ms: attempt.next.kind === 'retry' ? attempt.next.afterMs : null,
});

const toResultColumns = (result: DeliveryResult) =>
  result.kind === 'answered'
    ? {
        ...{ status: result.status, error_class: null },
        // A stranger's text must never stop the log.
        response_excerpt: cleanText(result.excerpt, MAX_WEBHOOK_EXCERPT_LENGTH),
      }
    : { status: null, error_class: result.errorClass, response_excerpt: null };

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

/** Jumps from endpoint to endpoint that has something waiting, as the look for due ones does. */
async function readBacklog(sql: Sql): Promise<DeliveryBacklog> {
  const [row] = await sql<
    { pending: number; oldest_due_sec: number | null; disabled_endpoints: number }[]
  >`
    with recursive waiting (endpoint_id, next_at) as (
      (select d.endpoint_id, d.next_at from webhook_delivery d
        where d.state = 'pending' order by d.endpoint_id, d.next_at limit 1)
      union all
      select following.endpoint_id, following.next_at
      from waiting w
      cross join lateral (
        select d.endpoint_id, d.next_at from webhook_delivery d
        where d.state = 'pending' and d.endpoint_id > w.endpoint_id
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

async function sweepAttempts(sql: Sql, startedBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    select sweep_webhook_attempts(${startedBefore}, ${limit}) as removed`;
  return row?.removed ?? 0;
}
