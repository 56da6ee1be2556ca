import { cleanText } from '../../base/text.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { DeliveryResult } from '../delivery-result.ts';
import type { FinishedAttempt } from '../delivery-store.ts';
import { diagnose, type EndpointHealth } from '../endpoint-health.ts';
import { MAX_WEBHOOK_EXCERPT_LENGTH } from '../limits.ts';
import { ENDPOINT_NOTICE_JOB, type EndpointNotice } from '../notice-store.ts';

/**
 * Stores the results of attempts. No transaction is needed for an endpoint at which all went well.
 */
export async function recordWebhookResults(
  database: Database,
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  const troubled = new Set(attempts.filter(hasNews).map(({ endpointId }) => endpointId));
  const good = attempts.filter(({ endpointId }) => !troubled.has(endpointId));
  const rest = attempts.filter(({ endpointId }) => troubled.has(endpointId));
  if (good.length > 0) await database.query((sql) => recordSuccesses(sql, good));
  if (rest.length > 0) {
    await database.transaction((sql) => recordTroubled(sql, [...troubled], rest));
  }
}

async function recordSuccesses(sql: Sql, attempts: readonly FinishedAttempt[]): Promise<void> {
  const rows = attempts.map(toResultRow);
  const integers = (values: readonly (number | null)[]) => sql.array([...values], ARRAY_OF.integer);
  const endpoints = rows.map((row) => row.endpoint_id);
  const deliveries = attempts.map(({ deliveryId }) => deliveryId);
  const startedAt = rows.map((row) => row.started_at);
  const excerpts = rows.map((row) => row.response_excerpt);
  await sql`
    select record_webhook_successes(
      ${sql.array(endpoints, ARRAY_OF.text)}, ${sql.array(deliveries, ARRAY_OF.bigint)},
      ${integers(rows.map((row) => row.number))},
      ${integers(rows.map((row) => row.attempts_before))},
      ${sql.array(startedAt, ARRAY_OF.timestamptz)},
      ${integers(rows.map((row) => row.duration_ms))}, ${integers(rows.map((row) => row.status))},
      ${sql.array(excerpts, ARRAY_OF.text)})`;
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
 * Finds the attempts that say something about the endpoint's present state. Attempts at an earlier
 * URL do not, nor do attempts that are logged already, as this call may be a repeat.
 */
async function findTelling(
  sql: Sql,
  attempts: readonly FinishedAttempt[],
): Promise<readonly FinishedAttempt[]> {
  const keys = attempts.map(({ endpointId, deliveryId, number, url }, place) => ({
    place,
    endpoint_id: endpointId,
    delivery_id: deliveryId.toString(),
    number,
    url,
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

/** Orders a notice. A job sends its mail, so that it is sent even if this process dies. */
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
  /** When the health of the endpoint was read, by the database's clock. */
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
        status: result.status,
        error_class: null,
        // The receiver's text is cleaned, as a character that the database cannot store would
        // otherwise block the log.
        response_excerpt: cleanText(result.excerpt, MAX_WEBHOOK_EXCERPT_LENGTH),
      }
    : { status: null, error_class: result.errorClass, response_excerpt: null };
