import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { recordIdsOfHash } from '../../ledger/sql/records-of-hash.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryState,
  type EventType,
  messageIdOf,
  readMessageId,
} from '../delivery.ts';
import type {
  DeliveryDetail,
  DeliveryKey,
  DeliveryLogStore,
  DeliveryQuery,
  RecoveryWindow,
  ReplayOutcome,
  TestEvent,
} from '../delivery-log-store.ts';
import { creatorOf, type EndpointOwner } from '../endpoint-store.ts';
import { MAX_DELIVERY_ATTEMPTS, SHOWN_ATTEMPTS } from '../limits.ts';
import { askOutcome, seenBy } from './endpoint-store.ts';

export const createDeliveryLogStore = (database: Database): DeliveryLogStore => ({
  ...bindQueries(database, {
    list: listDeliveries,
    find: findDelivery,
  }),
  replay: (owner, key) => database.transaction((sql) => replay(sql, owner, key)),
  recover: (owner, window) => database.transaction((sql) => recover(sql, owner, window)),
  sendTest: (owner, test) => database.transaction((sql) => sendTest(sql, owner, test)),
});

interface DeliveryRow {
  readonly id: bigint;
  readonly message_id: string;
  readonly event_type: EventType;
  readonly is_test: boolean;
  readonly payment_hash: Uint8Array | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly is_being_sent: boolean;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly done_at: Date | null;
}

const COLUMNS = `d.id, d.message_id, d.event_type, d.is_test, r.payment_hash, d.state, d.attempts,
  d.next_at, d.last_status, d.last_error, d.created_at, d.done_at,
  coalesce(d.claimed_until > now(), false) as is_being_sent`;
const TABLES = `webhook_endpoint e
  join webhook_delivery d on d.endpoint_id = e.id
  left join settled_record r on r.id = d.message_id`;

async function listDeliveries(
  sql: Sql,
  owner: EndpointOwner,
  query: DeliveryQuery,
): Promise<readonly Delivery[] | null> {
  const [endpoint] = await sql`
    select from webhook_endpoint e where e.id = ${query.endpointId} and ${seenBy(sql, owner)}`;
  if (endpoint === undefined) return null;
  const filters = [sql`true`];
  if (query.state !== null) filters.push(sql`d.state = ${query.state}`);
  if (query.paymentHash !== null) filters.push(hasHash(sql, query.paymentHash));
  if (query.before !== null) filters.push(isBefore(sql, query.endpointId, query.before));
  const rows = await sql<DeliveryRow[]>`
    select ${sql.unsafe(COLUMNS)} from ${sql.unsafe(TABLES)}
    where e.id = ${query.endpointId} and ${filters.reduce((all, one) => sql`${all} and ${one}`)}
    order by d.id desc limit ${query.limit}`;
  return rows.map(parseDelivery);
}

const hasHash = (sql: Sql, paymentHash: string) =>
  sql`d.message_id in (${recordIdsOfHash(sql, hexParameter(paymentHash))})`;

const isBefore = (sql: Sql, endpointId: string, before: string) => sql`
  d.id < (
    select b.id from webhook_delivery b
    where b.endpoint_id = ${endpointId} and b.message_id = ${readMessageId(before)})`;

const parseDelivery = (row: DeliveryRow): Delivery => ({
  messageId: messageIdOf(row.message_id),
  eventType: row.event_type,
  isTest: row.is_test,
  paymentHash: row.payment_hash === null ? null : bytesToHex(row.payment_hash),
  state: row.state,
  attempts: row.attempts,
  nextAt: row.is_being_sent ? null : row.next_at,
  isBeingSent: row.is_being_sent,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
  doneAt: row.done_at,
});

async function findDelivery(
  sql: Sql,
  owner: EndpointOwner,
  { endpointId, messageId }: DeliveryKey,
): Promise<DeliveryDetail | null> {
  const [row] = await sql<(DeliveryRow & { readonly body: string })[]>`
    select ${sql.unsafe(COLUMNS)}, coalesce(d.body, r.body) as body
    from ${sql.unsafe(TABLES)}
    where d.endpoint_id = ${endpointId} and d.message_id = ${readMessageId(messageId)}
      and ${seenBy(sql, owner)}`;
  if (row === undefined) return null;
  const attempts = await sql<AttemptRow[]>`
    select number, trigger, started_at, duration_ms, status, error_class, response_excerpt
    from webhook_attempt where endpoint_id = ${endpointId} and delivery_id = ${row.id}
    order by number desc limit ${SHOWN_ATTEMPTS}`;
  return { delivery: parseDelivery(row), body: row.body, attempts: attempts.map(parseAttempt) };
}

interface AttemptRow {
  readonly number: number;
  readonly trigger: 'auto' | 'manual';
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error_class: string | null;
  readonly response_excerpt: string | null;
}

const parseAttempt = (row: AttemptRow): Attempt => ({
  number: row.number,
  isManual: row.trigger === 'manual',
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  status: row.status,
  errorClass: row.error_class,
  responseExcerpt: row.response_excerpt,
});

async function replay(sql: Sql, owner: EndpointOwner, key: DeliveryKey): Promise<ReplayOutcome> {
  return await askOutcome<ReplayOutcome>(sql`
    select replay_webhook_delivery(
      ${owner.userId}, ${creatorOf(owner)}, ${key.endpointId}, ${readMessageId(key.messageId)},
      ${MAX_DELIVERY_ATTEMPTS}) as outcome`);
}

async function recover(
  sql: Sql,
  owner: EndpointOwner,
  { endpointId, since, limit }: RecoveryWindow,
): Promise<number | 'absent' | 'disabled'> {
  const [answer] = await sql<
    { readonly outcome: 'recovered' | 'absent' | 'disabled'; readonly count: number }[]
  >`
    select outcome, count from recover_webhook_deliveries(
      ${owner.userId}, ${creatorOf(owner)}, ${endpointId}, ${since}, ${limit},
      ${MAX_DELIVERY_ATTEMPTS})`;
  if (answer === undefined || answer.outcome === 'recovered') return answer?.count ?? 0;
  return answer.outcome;
}

async function sendTest(sql: Sql, owner: EndpointOwner, test: TestEvent) {
  return await askOutcome<'sent' | 'absent' | 'disabled'>(sql`
    select send_test_webhook(
      ${owner.userId}, ${creatorOf(owner)}, ${test.endpointId}, ${readMessageId(test.messageId)},
      ${test.eventType}, ${test.body}) as outcome`);
}
