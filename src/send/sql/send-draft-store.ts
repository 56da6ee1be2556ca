import { WEB_GRANT } from '../../authorization/caller.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { RECENT_PAYMENTS } from '../limits.ts';
import type { PreparedPayment } from '../prepare-payment.ts';
import type { SendSource } from '../send-target.ts';
import type {
  DraftAges,
  DraftChoice,
  DraftOrder,
  NewSendDraft,
  RecentPayee,
  SendDraft,
  SendDraftStore,
} from '../stores/send-draft-store.ts';
import { columnsOf, type PreparedColumns, toPrepared } from './prepared-columns.ts';

export const createSendDraftStore = (database: Database): SendDraftStore => ({
  ...bindQueries(database, {
    findDraft,
    keepPrepared,
    keepPayment,
    sumUnproved,
    listRecentPayees,
    pruneDrafts,
  }),
  orderDraft: (order) => database.transaction((sql) => orderDraft(sql, order)),
  insertDraft: (draft, maxUnpaid) =>
    database.transaction(async (sql) => {
      await makeRoom(sql, draft, maxUnpaid);
      await insertDraft(sql, draft);
    }),
});

/**
 * Removes the oldest drafts of a user, to make room for a new one. Drafts that are being paid stay.
 * The user's row is locked, so that two inserts for one user wait for each other.
 */
async function makeRoom(
  sql: Sql,
  { userId, createdAt }: NewSendDraft,
  maxUnpaid: number,
): Promise<void> {
  const orderedBefore = new Date(createdAt.getTime() - BEGINNING_MS);
  await sql`select from wallet_user where id = ${userId} for no key update`;
  await sql`
    delete from send_draft where id in (
      select d.id from send_draft d
      where d.user_id = ${userId} and d.payment_id is null
        and (d.ordered_at is null or d.ordered_at < ${orderedBefore})
        and not exists (
          select from idempotency_key k
          where k.user_id = d.user_id and k.grant_id = ${WEB_GRANT} and k.key = d.id::text)
      order by d.created_at desc, d.id desc offset ${maxUnpaid - 1})`;
}

/** The time for which an ordered payment may still begin. Its draft is kept at least that long. */
const BEGINNING_MS = 10 * 60_000;

async function insertDraft(sql: Sql, draft: NewSendDraft): Promise<void> {
  const { id, userId, createdAt, target, choice } = draft;
  const { bolt11, pay_sat, sent_to, is_hash_confirmed } = columnsOf(draft.prepared);
  await sql`
    insert into send_draft (
      id, user_id, created_at, source, payee, description, min_sat, max_sat, comment_length,
      amount_sat, comment, bolt11, pay_sat, sent_to, is_hash_confirmed)
    values (${id}, ${userId}, ${createdAt}, ${JSON.stringify(target.source)}, ${target.payee},
      ${target.text}, ${target.minSat}, ${target.maxSat}, ${target.commentLength},
      ${choice.amountSat}, ${choice.comment}, ${bolt11}, ${pay_sat}, ${sent_to},
      ${is_hash_confirmed})`;
}

interface DraftRow extends PreparedColumns {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly source: string;
  readonly payee: string | null;
  readonly description: string | null;
  readonly min_sat: bigint;
  readonly max_sat: bigint;
  readonly comment_length: number;
  readonly amount_sat: bigint | null;
  readonly comment: string | null;
  readonly payment_id: string | null;
  readonly is_ordered_unproved: boolean;
  readonly has_gone_back: boolean;
}

async function findDraft(sql: Sql, userId: string, id: string): Promise<SendDraft | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<DraftRow[]>`
    select id, user_id, created_at, source, payee, description, min_sat, max_sat, comment_length,
      amount_sat, comment, bolt11, pay_sat, sent_to, is_hash_confirmed, payment_id,
      is_proved is false as is_ordered_unproved,
      exists (
        select from database_mark
        where went_back_at + ${CLOCKS_DIFFER_SEC}::integer * interval '1 second' >= created_at
      ) as has_gone_back
    from send_draft where id = ${id} and user_id = ${userId}`;
  return row === undefined ? null : toDraft(row);
}

/** The most seconds by which the clock of a process may be ahead of the clock of the database. */
const CLOCKS_DIFFER_SEC = 60;

function toDraft(row: DraftRow): SendDraft {
  // The JSON needs no check, because this service wrote it.
  const source: SendSource = JSON.parse(row.source);
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    target: {
      source,
      payee: row.payee,
      text: row.description,
      minSat: sat(row.min_sat),
      maxSat: sat(row.max_sat),
      commentLength: row.comment_length,
    },
    choice: {
      amountSat: row.amount_sat === null ? null : sat(row.amount_sat),
      comment: row.comment,
    },
    prepared: toPrepared(row),
    paymentId: row.payment_id,
    isOrderedUnproved: row.is_ordered_unproved,
    mayBeForgotten: row.has_gone_back && !isKnownToNode(source),
  };
}

/**
 * Whether the node would refuse to pay this target twice, even if the database has forgotten the
 * first payment. An invoice is paid only once, but a public key or a bitcoin address may be paid
 * again.
 */
function isKnownToNode({ kind }: SendSource): boolean {
  switch (kind) {
    case 'invoice':
    case 'own':
    case 'lnurl':
      return true;
    case 'node':
    case 'chain':
      return false;
  }
}

async function keepPrepared(
  sql: Sql,
  id: string,
  { amountSat, comment }: DraftChoice,
  prepared: PreparedPayment,
): Promise<void> {
  const { bolt11, pay_sat, sent_to, is_hash_confirmed } = columnsOf(prepared);
  await sql`
    update send_draft set amount_sat = ${amountSat}, comment = ${comment}, bolt11 = ${bolt11},
      pay_sat = ${pay_sat}, sent_to = ${sent_to}, is_hash_confirmed = ${is_hash_confirmed}
    where id = ${id} and bolt11 is null and pay_sat is null`;
}

async function keepPayment(sql: Sql, id: string, paymentId: string): Promise<void> {
  await sql`
    update send_draft set payment_id = ${paymentId} where id = ${id} and payment_id is null`;
}

async function sumUnproved(sql: Sql, userId: string, since: Date): Promise<Sat> {
  const [row] = await sql<{ readonly unproved_sat: bigint }[]>`
    select coalesce(sum(d.ordered_sat), 0)::bigint as unproved_sat
    from send_draft d
    left join payment p on p.id = d.payment_id
    left join withdrawal w on w.id = d.id
    where d.user_id = ${userId} and not d.is_proved
      and p.state is distinct from 'failed' and w.state is distinct from 'failed'
      and d.ordered_at > coalesce((
        select max(ordered_at) from send_draft
        where user_id = ${userId} and ordered_at > ${since} and is_proved), ${since})`;
  return sat(row?.unproved_sat ?? 0n);
}

/**
 * Marks a draft as ordered. A draft that was already ordered without a proof is left as it is, so
 * that pressing twice counts its amount once.
 */
async function orderDraft(sql: Sql, order: DraftOrder): Promise<boolean> {
  const { id, userId, amountSat, at, isProved, aboveSat, since } = order;
  await sql`select from wallet_user where id = ${userId} for no key update`;
  if (!isProved) {
    const draft = await findDraft(sql, userId, id);
    if (draft === null || draft.isOrderedUnproved) return draft !== null;
    if ((await sumUnproved(sql, userId, since)) + amountSat > aboveSat) return false;
  }
  await sql`
    update send_draft set ordered_at = ${at}, ordered_sat = ${amountSat}, is_proved = ${isProved}
    where id = ${id} and user_id = ${userId}`;
  return true;
}

/**
 * Removes old drafts. A draft that does not store the id of its payment stays as long as the
 * idempotency key, by which the payment is found.
 */
async function pruneDrafts(sql: Sql, { unpaid, paid }: DraftAges, limit: number): Promise<number> {
  const rows = await sql`
    delete from send_draft where id in (
      select d.id from send_draft d
      where d.created_at < ${paid} or d.created_at < ${unpaid} and d.payment_id is null
        and not exists (
          select from idempotency_key k
          where k.user_id = d.user_id and k.grant_id = ${WEB_GRANT} and k.key = d.id::text)
      order by d.created_at limit ${limit})
    returning id`;
  return rows.length;
}

interface RecentPayeeRow {
  readonly text: string;
  readonly contact_name: string | null;
}

/**
 * Lists the payees whom the user paid last. Those paid on pages come first, because apps may have
 * made any number of payments since. Only the newest payments of both kinds are read, which keeps
 * the query fast.
 */
async function listRecentPayees(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly RecentPayee[]> {
  const rows = await sql<RecentPayeeRow[]>`
    select paid.text, contact.name as contact_name
    from (
      select distinct on (text) text, is_by_hand, at, id from (
        select newest.is_by_hand, newest.at, p.id,
          coalesce(p.sent_to ->> 'link',
            case when position('@' in p.sent_to ->> 'payee') > 0 then p.sent_to ->> 'payee' end
          ) as text
        from (
          (select payment_id, true as is_by_hand, ordered_at as at from send_draft
          where user_id = ${userId} and ordered_at is not null
          order by ordered_at desc limit ${RECENT_PAYMENTS})
          union all
          (select id, false, created_at from settled_record
          where user_id = ${userId} and direction = 'outgoing' and rail = 'lightning'
          order by created_at desc, id desc limit ${RECENT_PAYMENTS})
        ) newest
        join payment p on p.id = newest.payment_id and p.state = 'settled'
      ) sent
      where text is not null
      order by text, is_by_hand desc, at desc, id desc
    ) paid
    left join contact on contact.user_id = ${userId} and contact.target = paid.text
    order by paid.is_by_hand desc, paid.at desc, paid.id desc limit ${limit}`;
  return rows.map(({ text, contact_name: contactName }) => ({ text, contactName }));
}
