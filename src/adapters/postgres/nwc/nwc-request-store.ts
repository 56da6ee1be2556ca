import { batchCalls } from '../../../base/batch-calls.ts';
import { bytesToHex } from '../../../base/hex.ts';
import type {
  AddRequestOutcome,
  AnswerQuery,
  AnswerToWrite,
  NewRequest,
  NwcRequestStore,
  PaymentRefusalMark,
  StoredRequest,
} from '../../../nwc/nwc-request-store.ts';
import { NWC_KEY_COLUMNS, type NwcKeyRow, parseNwcKey } from '../apps/nwc-key-store.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import { hexParameter } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import { ARRAY_OF, type Sql } from '../connection/sql.ts';

/** Statements that every request needs go together with those of other requests. */
export const createNwcRequestStore = (database: Database): NwcRequestStore => ({
  addRequest: batchCalls<NewRequest, AddRequestOutcome>(MERGED, (requests) =>
    database.query((sql) => addRequests(sql, requests)),
  ),
  writeAnswer: batchCalls<AnswerToWrite, string>(MERGED, (answers) =>
    database.query((sql) => writeAnswers(sql, answers)),
  ),
  refusePayment: (mark, answer) => database.transaction((sql) => refusePayment(sql, mark, answer)),
  ...bindQueries(database, {
    waitForPayment,
    putBack,
    takeRequests,
    findAnswers,
    sweepRequests,
  }),
});

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

/** One that comes twice in a list is written once; the other finds it. */
async function addRequests(
  sql: Sql,
  requests: readonly NewRequest[],
): Promise<readonly AddRequestOutcome[]> {
  const first = new Map(requests.toReversed().map((request) => [request.eventId, request]));
  const unique = [...first.values()].toSorted((one, other) =>
    one.eventId < other.eventId ? -1 : 1,
  );
  const added = await sql<{ event_id: Uint8Array }[]>`
    insert into nwc_request (event_id, device_id, event, arrived_at, lease_until)
    select asked.event_id, asked.device_id, asked.event, asked.arrived_at,
      clock_timestamp() + asked.lease_ms * interval '1 millisecond'
    from unnest(
      ${sql.array(
        unique.map(({ eventId }) => hexParameter(eventId)),
        ARRAY_OF.bytea,
      )},
      ${sql.array(
        unique.map(({ key }) => key.deviceId),
        ARRAY_OF.uuid,
      )},
      ${sql.array(
        unique.map(({ eventText }) => eventText),
        ARRAY_OF.text,
      )},
      ${sql.array(
        unique.map(({ arrivedAt }) => arrivedAt),
        ARRAY_OF.timestamptz,
      )},
      ${sql.array(
        unique.map(({ leaseMs }) => leaseMs),
        ARRAY_OF.integer,
      )}
    ) asked (event_id, device_id, event, arrived_at, lease_ms)
    on conflict do nothing
    returning event_id`;
  const ids = new Set(added.map((row) => bytesToHex(row.event_id)));
  const isNew = (request: NewRequest): boolean =>
    ids.has(request.eventId) && first.get(request.eventId) === request;
  const others = requests.filter((request) => !isNew(request)).map(({ eventId }) => eventId);
  const answers = others.length === 0 ? new Map() : await readAnswers(sql, others);
  return requests.map((request) =>
    isNew(request)
      ? { kind: 'added' }
      : { kind: 'known', answer: answers.get(request.eventId) ?? null },
  );
}

async function readAnswers(
  sql: Sql,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ event_id: Uint8Array; answer: string }[]>`
    select event_id, answer from nwc_request
    where event_id = any (${idList(sql, eventIds)}) and answer is not null`;
  return new Map(rows.map((row) => [bytesToHex(row.event_id), row.answer]));
}

const idList = (sql: Sql, eventIds: readonly string[]) =>
  sql.array(eventIds.map(hexParameter), ARRAY_OF.bytea);

async function writeAnswers(
  sql: Sql,
  answers: readonly AnswerToWrite[],
): Promise<readonly string[]> {
  // Of several to one request, the first counts.
  const first = new Map(answers.toReversed().map((one) => [one.eventId, one]));
  const sorted = [...first.values()];
  const rows = await sql<{ event_id: Uint8Array }[]>`
    with written as materialized (
      select * from unnest(
        ${idList(
          sql,
          sorted.map(({ eventId }) => eventId),
        )},
        ${sql.array(
          sorted.map(({ answer }) => answer),
          ARRAY_OF.text,
        )},
        ${sql.array(
          sorted.map(({ processId }) => processId),
          ARRAY_OF.uuid,
        )}
      ) given (event_id, answer, process_id)
    ), locked as materialized (
      select r.event_id from nwc_request r
      where r.event_id in (select event_id from written) and r.answer is null
      order by r.event_id for no key update
    )
    update nwc_request r set answer = written.answer, answered_at = clock_timestamp(),
      answered_by = written.process_id, lease_until = null
    from written, locked
    where r.event_id = written.event_id and locked.event_id = r.event_id and r.answer is null
    returning r.event_id`;
  const ids = new Set(rows.map((row) => bytesToHex(row.event_id)));
  const late = answers.filter(({ eventId }) => !ids.has(eventId)).map(({ eventId }) => eventId);
  const standing = late.length === 0 ? new Map() : await readAnswers(sql, late);
  return answers.map(
    ({ eventId, answer }) => standing.get(eventId) ?? first.get(eventId)?.answer ?? answer,
  );
}

/**
 * The key stands for a payment that does not exist, and so for none: whoever would begin it finds
 * the key taken. In a database that went back and lost the request there is nothing to refuse: if
 * it comes again, it is a new one.
 */
async function refusePayment(
  sql: Sql,
  mark: PaymentRefusalMark,
  answer: AnswerToWrite,
): Promise<string | null> {
  const { count } = await sql`
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
    select ${mark.userId}, ${mark.grantId}, ${mark.idempotencyKey}, ${mark.requestHash},
      'payment', ${mark.paymentId}
    from nwc_request where event_id = ${hexParameter(answer.eventId)}
    on conflict do nothing`;
  if (count === 0) return (await readAnswers(sql, [answer.eventId])).get(answer.eventId) ?? null;
  const [standing] = await writeAnswers(sql, [answer]);
  return standing ?? answer.answer;
}

async function waitForPayment(sql: Sql, eventId: string, paymentId: string): Promise<void> {
  await sql`
    update nwc_request set payment_id = ${paymentId}, lease_until = null
    where event_id = ${hexParameter(eventId)} and answer is null`;
}

async function putBack(sql: Sql, eventId: string, afterMs: number): Promise<void> {
  await sql`
    update nwc_request
    set lease_until = clock_timestamp() + ${afterMs}::integer * interval '1 millisecond'
    where event_id = ${hexParameter(eventId)} and answer is null`;
}

interface TakenRow extends NwcKeyRow {
  readonly event_id: Uint8Array;
  readonly event: string;
  readonly arrived_at: Date;
  readonly attempts: number;
}

async function takeRequests(
  sql: Sql,
  limit: number,
  leaseMs: number,
): Promise<readonly StoredRequest[]> {
  const rows = await sql<TakenRow[]>`
    with due as materialized (
      select event_id from nwc_request
      where lease_until <= clock_timestamp()
      order by lease_until limit ${limit}
      for no key update skip locked
    ), ended as materialized (
      select r.event_id from nwc_request r
      join payment p on p.id = r.payment_id and p.ended_at is not null
      where r.lease_until is null and r.answer is null and r.payment_id is not null
      limit ${limit}
      for no key update of r skip locked
    ), taken as (
      update nwc_request r set attempts = r.attempts + 1,
        lease_until = clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'
      where r.event_id in (select event_id from due union all select event_id from ended)
      returning r.*
    )
    select t.event_id, t.event, t.arrived_at, t.attempts, ${sql.unsafe(NWC_KEY_COLUMNS)}
    from taken t
    join nwc_key k on k.device_id = t.device_id
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id`;
  return rows.map((row) => ({
    eventId: bytesToHex(row.event_id),
    key: parseNwcKey(row),
    eventText: row.event,
    arrivedAt: row.arrived_at,
    attempt: row.attempts,
  }));
}

async function findAnswers(
  sql: Sql,
  { eventIds, deviceIds, notBy, lookBackMs }: AnswerQuery,
): Promise<readonly string[]> {
  const rows = await sql<{ answer: string }[]>`
    select answer from nwc_request
    where event_id = any (${idList(sql, eventIds)}) and answer is not null
    union
    select answer from nwc_request
    where device_id = any (${sql.array([...deviceIds], ARRAY_OF.uuid)}) and answer is not null
      and answered_at > clock_timestamp() - ${lookBackMs}::integer * interval '1 millisecond'
      and answered_by <> ${notBy}`;
  return rows.map(({ answer }) => answer);
}

/** The keys of payments that were refused go with them: they stand for nothing. */
async function sweepRequests(sql: Sql, answeredBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with old as materialized (
      select event_id, device_id from nwc_request
      where answered_at < ${answeredBefore}
      order by answered_at limit ${limit}
      for update skip locked
    ), marks as (
      delete from idempotency_key i
      using old
      join grant_device d on d.id = old.device_id
      join app_grant g on g.id = d.app_grant_id
      where i.user_id = g.user_id and i.grant_id = g.id::text
        and i.key = 'nwc:' || encode(old.event_id, 'hex') and i.target_kind = 'payment'
        and not exists (select from payment p where p.id = i.target_id)
    ), removed as (
      delete from nwc_request r using old where r.event_id = old.event_id returning r.event_id
    )
    select count(*)::int as count from removed`;
  return row?.count ?? 0;
}
