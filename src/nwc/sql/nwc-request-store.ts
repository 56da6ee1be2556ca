import { batchCalls } from '../../base/batch-calls.ts';
import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import { mayHaveHappened } from '../../database/database-fault.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { KEEP_EXTERNAL_ANSWER_MS } from '../limits.ts';
import type {
  AddRequestOutcome,
  AnswerQuery,
  AnswerToWrite,
  NewRequest,
  NwcRequestStore,
  PaymentRefusalMark,
} from '../nwc-request-store.ts';
import { RESPONSE_KIND } from '../wire-kinds.ts';
import { pruneRequests } from './prune-requests.ts';
import { takeRequests, WENT_BACK_AT } from './take-requests.ts';

/** Creates the store. Frequent statements are batched with those of other requests. */
export const createNwcRequestStore = (database: Database): NwcRequestStore => ({
  addRequest: addingRequests(database),
  writeAnswer: batchCalls<AnswerToWrite, string>(MERGED, (answers) =>
    database.query((sql) => writeAnswers(sql, answers)),
  ),
  findAnswer: batchCalls<string, string | null>(MERGED, async (eventIds) => {
    const answers = await database.query((sql) => readAnswers(sql, eventIds));
    return eventIds.map((eventId) => answers.get(eventId) ?? null);
  }),
  refusePayment: (mark, answer) => database.transaction((sql) => refusePayment(sql, mark, answer)),
  ...bindQueries(database, {
    waitForPayment,
    putBack,
    takeRequests,
    findAnswers,
    isKnown,
    pruneRequests,
  }),
});

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

/**
 * Adds requests, and remembers those for which the database did not answer, so that it is unknown
 * whether they were stored.
 */
function addingRequests(database: Database): NwcRequestStore['addRequest'] {
  const lost = new WeakSet<NewRequest>();
  const add = batchCalls<NewRequest, AddRequestOutcome>(MERGED, async (requests) => {
    try {
      return await database.query((sql) => addRequests(sql, requests));
    } catch (error) {
      if (mayHaveHappened(error)) for (const request of requests) lost.add(request);
      throw error;
    }
  });
  return async (request) => {
    try {
      return await add(request);
    } catch (error) {
      if (lost.has(request)) return { kind: 'lost' };
      throw error;
    }
  };
}

/**
 * Adds a list of requests. If a request occurs twice in the list, the first occurrence stores it
 * and the second finds it.
 */
async function addRequests(
  sql: Sql,
  requests: readonly NewRequest[],
): Promise<readonly AddRequestOutcome[]> {
  const first = new Map(requests.toReversed().map((request) => [request.eventId, request]));
  const unique = [...first.values()].toSorted((one, other) =>
    one.eventId < other.eventId ? -1 : 1,
  );
  const added = await sql<{ event_id: Uint8Array; went_back_at: Date | null }[]>`
    insert into nwc_request (event_id, device_id, event, arrived_at, arrival_id, lease_until)
    select asked.event_id, asked.device_id, asked.event, asked.arrived_at, asked.arrival_id,
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
        unique.map(({ arrivalId }) => arrivalId),
        ARRAY_OF.uuid,
      )},
      ${sql.array(
        unique.map(({ leaseMs }) => leaseMs),
        ARRAY_OF.integer,
      )}
    ) asked (event_id, device_id, event, arrived_at, arrival_id, lease_ms)
    on conflict do nothing
    returning event_id, ${sql.unsafe(WENT_BACK_AT)}`;
  const marks = new Map(added.map((row) => [bytesToHex(row.event_id), row.went_back_at]));
  const wasAdded = (request: NewRequest): boolean =>
    marks.has(request.eventId) && first.get(request.eventId) === request;
  const others = requests.filter((request) => !wasAdded(request)).map(({ eventId }) => eventId);
  const known = others.length === 0 ? new Map() : await readKnown(sql, others);
  return requests.map((request) =>
    wasAdded(request)
      ? { kind: 'added', wentBackAt: marks.get(request.eventId) ?? null }
      : outcomeOf(request, known.get(request.eventId)),
  );
}

interface KnownRow {
  readonly event_id: Uint8Array;
  readonly arrival_id: string;
  readonly attempts: number;
  readonly answer: string | null;
  readonly went_back_at: Date | null;
}

/**
 * Decides what became of a request that has a row already. If the row has our `arrivalId`, an
 * earlier call of ours stored it although the database's answer was lost.
 */
function outcomeOf({ arrivalId }: NewRequest, row: KnownRow | undefined): AddRequestOutcome {
  const isOurs = row?.arrival_id === arrivalId && row.attempts === 1 && row.answer === null;
  return isOurs
    ? { kind: 'added', wentBackAt: row.went_back_at }
    : { kind: 'known', answer: row?.answer ?? null };
}

async function readKnown(
  sql: Sql,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, KnownRow>> {
  const rows = await sql<KnownRow[]>`
    select event_id, arrival_id, attempts, answer, ${sql.unsafe(WENT_BACK_AT)}
    from nwc_request where event_id = any (${idList(sql, eventIds)})`;
  return new Map(rows.map((row) => [bytesToHex(row.event_id), row]));
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
  // If there are several answers to one request, the first one counts.
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
    ), answered as (
      update nwc_request r set event = '', answer = written.answer, answered_at = clock_timestamp(),
        answered_by = written.process_id, lease_until = null
      from written, locked
      where r.event_id = written.event_id and locked.event_id = r.event_id and r.answer is null
      returning r.event_id, r.device_id, r.answer, r.came_over
    ), published as (
      insert into nwc_publication (relay, device_id, request_id, kind, event, next_at, drop_at)
      select came.relay, a.device_id, a.event_id, ${RESPONSE_KIND}, a.answer, clock_timestamp(),
        clock_timestamp() + ${KEEP_EXTERNAL_ANSWER_MS}::integer * interval '1 millisecond'
      from answered a, unnest(a.came_over) came (relay)
      on conflict do nothing
    )
    select event_id from answered`;
  const ids = new Set(rows.map((row) => bytesToHex(row.event_id)));
  const late = answers.filter(({ eventId }) => !ids.has(eventId)).map(({ eventId }) => eventId);
  const stored = late.length === 0 ? new Map() : await readAnswers(sql, late);
  return answers.map(
    ({ eventId, answer }) => stored.get(eventId) ?? first.get(eventId)?.answer ?? answer,
  );
}

/**
 * Stores the refusal of a payment, and takes the payment's idempotency key without making a
 * payment: a run that is about to begin the payment then finds the key taken. If the database was
 * restored to an earlier state and has lost the request, nothing is refused: should the request
 * come again, it is a new one.
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
  const [stored] = await writeAnswers(sql, [answer]);
  return stored ?? answer.answer;
}

/**
 * Marks a request as waiting for its payment. If the payment is missing, because the database was
 * restored to an earlier state while this process slept, nothing would ever end the wait, so the
 * request is run again.
 */
async function waitForPayment(sql: Sql, eventId: string, paymentId: string): Promise<void> {
  await sql`
    update nwc_request r set payment_id = coalesce(known.id, r.payment_id),
      lease_until = case when known.id is null then clock_timestamp() end
    from (
      select (
        select p.id from payment p where p.id = ${paymentId}
        union all
        select a.payment_id from approval a where a.payment_id = ${paymentId}
        limit 1
      ) as id
    ) known
    where r.event_id = ${hexParameter(eventId)} and r.answer is null`;
}

async function putBack(sql: Sql, eventId: string, afterMs: number): Promise<string | null> {
  const { count } = await sql`
    update nwc_request
    set lease_until = clock_timestamp() + ${afterMs}::integer * interval '1 millisecond'
    where event_id = ${hexParameter(eventId)} and answer is null`;
  if (count > 0) return null;
  return (await readAnswers(sql, [eventId])).get(eventId) ?? null;
}

async function isKnown(sql: Sql, eventId: string): Promise<boolean> {
  const rows = await sql`select from nwc_request where event_id = ${hexParameter(eventId)}`;
  return rows.length > 0;
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
      and answered_at > (select clock_timestamp())
        - ${lookBackMs}::integer * interval '1 millisecond'
      and answered_by <> ${notBy}`;
  return rows.map(({ answer }) => answer);
}
