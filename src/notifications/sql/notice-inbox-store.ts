import { NO_LIMITS, type UserLimits } from '../../authorization/user-limits.ts';
import { msat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import {
  LIVE_DEVICES,
  parseSubscription,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
} from '../../push/sql/push-device-store.ts';
import {
  MAIL_READER_COLUMNS,
  type MailReaderRow,
  parseMailReader,
} from '../../users/sql/mail-reader-row.ts';
import {
  type AskingNow,
  type DueMail,
  type DuePush,
  type Inbox,
  NOTICE_KINDS,
  type Notice,
  type NoticeInboxStore,
  type NoticeKind,
  type NoticeMatter,
  type NoticeWays,
  PUSH_NOTICES_JOB,
} from '../notice.ts';

export const createNoticeInboxStore = (
  database: Database,
  defaults: UserLimits = NO_LIMITS,
): NoticeInboxStore => ({
  lookForNotices: (userId, at) =>
    database.query((sql) => lookForNotices(sql, userId, at, defaults)),
  ...bindQueries(database, {
    readInbox,
    markRead,
    setWays,
    setPushed,
    listToLookAt,
    findDueMail,
    findDuePushes,
    orderPush,
    markMailed,
    pruneNotices,
    pruneSignInPlaces,
    pruneToldBudgets,
  }),
});

async function lookForNotices(
  sql: Sql,
  userId: string,
  at: Date,
  { maxBalanceSat }: UserLimits,
): Promise<number> {
  const [row] = await sql<{ unread: bigint }[]>`
    select look_for_wallet_notices(${userId}, ${at}, ${maxBalanceSat}) as unread`;
  return Number(row?.unread ?? 0n);
}

interface NoticeRow {
  readonly number: bigint;
  readonly seq: bigint;
  readonly kind: NoticeKind;
  readonly subject: string;
  /** The parts of a notice that depend on its kind, as JSON. */
  readonly detail: string;
  readonly count: bigint;
  readonly is_more: boolean;
  readonly amount_msat: bigint | null;
  readonly told_at: Date;
  readonly is_unread: boolean;
}

const NOTICE_COLUMNS = `
  n.number, n.seq, n.kind, n.subject, n.detail, n.count, n.is_more, n.amount_msat, n.told_at,
  n.seq > i.seen_seq as is_unread`;

/** SQL for the approvals `a` that a notice `n` is about, as far as they were not decided yet. */
const OF_NOTICE = `
  a.user_id = n.user_id and a.grant_id = n.detail ->> 'grantId' and a.state = 'waiting'
  and a.created_at between (n.detail ->> 'since')::timestamptz
    and (n.detail ->> 'until')::timestamptz`;

const parseNotice = (row: NoticeRow): Notice => ({
  number: row.number,
  seq: row.seq,
  matter: parseMatter(row),
  count: row.count,
  isMore: row.is_more,
  amountMsat: row.amount_msat === null ? null : msat(row.amount_msat),
  toldAt: row.told_at,
  isUnread: row.is_unread,
});

function parseMatter({ kind, subject, detail }: NoticeRow): NoticeMatter {
  const texts = new Map(Object.entries(JSON.parse(detail)));
  const text = (name: string): string => String(texts.get(name) ?? '');
  switch (kind) {
    case 'received':
      return { kind, identifier: text('identifier') };
    case 'ended':
      return { kind, isPaid: subject === 'settled', identifier: text('identifier') };
    case 'asked':
      return { kind, requestId: text('requestId') };
    case 'approval':
      return {
        kind,
        grantId: text('grantId'),
        approvalId: text('approvalId'),
        name: text('name'),
      };
    case 'limit':
      return { kind, limitSat: sat(BigInt(text('limitSat'))) };
    case 'budget':
      return { kind, grantId: text('grantId'), percent: texts.get('percent') === 100 ? 100 : 80 };
    case 'app':
      return { kind, grantId: text('grantId'), name: text('name') };
    case 'sign_in':
      return { kind, device: text('device'), address: text('address') };
    case 'webhook_off':
      return { kind, endpointId: text('endpointId'), url: text('url') };
    case 'alarm':
      return { kind };
  }
}

async function readInbox(sql: Sql, userId: string): Promise<Inbox> {
  const rows = await sql<InboxRow[]>`
    select i.bell, i.mail, i.push, ${sql.unsafe(NOTICE_COLUMNS)}
    from notice_inbox i
    left join notice n on n.user_id = i.user_id
    where i.user_id = ${userId}
    order by n.seq desc`;
  const [first] = rows;
  assert(first !== undefined, 'every user has an inbox');
  return {
    ways: parseWays(first),
    pushed: NOTICE_KINDS.filter((kind) => first.push.includes(kind)),
    notices: rows.flatMap((row) => (row.number === null ? [] : [parseNotice(asNotice(row))])),
  };
}

type InboxRow = Omit<NoticeRow, 'number'> & {
  readonly number: bigint | null;
  readonly bell: readonly string[];
  readonly mail: readonly string[];
  readonly push: readonly string[];
};

function asNotice({ number, ...row }: InboxRow): NoticeRow {
  assert(number !== null, 'a notice has a number');
  return { ...row, number };
}

function parseWays({ bell, mail }: Pick<InboxRow, 'bell' | 'mail'>): NoticeWays {
  const way = (kind: NoticeKind) =>
    mail.includes(kind) ? 'mail' : bell.includes(kind) ? 'bell' : 'none';
  return {
    received: way('received'),
    ended: way('ended'),
    asked: way('asked'),
    approval: way('approval'),
    limit: way('limit'),
    budget: way('budget'),
    app: way('app'),
    sign_in: way('sign_in'),
    webhook_off: way('webhook_off'),
    alarm: way('alarm'),
  };
}

async function markRead(sql: Sql, userId: string): Promise<bigint | null> {
  const [row] = await sql<{ seen_seq: bigint }[]>`
    update notice_inbox i set seen_seq = i.last_seq
    from (select seen_seq from notice_inbox where user_id = ${userId}) before
    where i.user_id = ${userId} and i.seen_seq < i.last_seq
    returning before.seen_seq`;
  return row?.seen_seq ?? null;
}

async function setWays(sql: Sql, userId: string, ways: NoticeWays): Promise<void> {
  const bell = NOTICE_KINDS.filter((kind) => ways[kind] !== 'none');
  const mail = NOTICE_KINDS.filter((kind) => ways[kind] === 'mail');
  await sql`
    update notice_inbox
    set bell = ${sql.array(bell, ARRAY_OF.text)}, mail = ${sql.array(mail, ARRAY_OF.text)}
    where user_id = ${userId}`;
}

async function setPushed(sql: Sql, userId: string, kinds: readonly NoticeKind[]): Promise<void> {
  await sql`
    update notice_inbox set push = ${sql.array([...kinds], ARRAY_OF.text)}
    where user_id = ${userId}`;
}

async function listToLookAt(
  sql: Sql,
  among: readonly string[] | null,
  afterUserId: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select i.user_id from notice_inbox i
    join wallet w on w.user_id = i.user_id
    where (i.mail && '{received,ended,limit,budget}'::text[] or (
        i.push && '{received,ended,limit,budget}'::text[]
        and exists (select from push_device d where d.user_id = i.user_id)
      ))
      ${among === null ? sql`` : sql`and i.user_id = any (${sql.array([...among], ARRAY_OF.uuid)})`}
      and (${afterUserId}::uuid is null or i.user_id > ${afterUserId}::uuid)
      and (i.record_seq, i.wallet_seq, i.held_seq) <> (w.record_seq, w.wallet_seq, w.held_seq)
    order by i.user_id
    limit ${limit}`;
  return rows.map(({ user_id }) => user_id);
}

/**
 * Finds a mail that is due to a user. Notices that were read meanwhile are not mailed any more,
 * except those about access to the wallet, because an intruder may have read them.
 */
async function findDueMail(sql: Sql, userId: string, at: Date): Promise<DueMail | null> {
  const rows = await sql<(NoticeRow & MailReaderRow & { readonly email: string | null })[]>`
    select u.email, ${sql.unsafe(MAIL_READER_COLUMNS)},
      ${sql.unsafe(NOTICE_COLUMNS)}
    from notice n
    join notice_inbox i on i.user_id = n.user_id
    join wallet_user u on u.id = n.user_id
    where n.user_id = ${userId} and n.mail_wanted_at is not null and n.mailed_at is null
      and (n.seq > i.seen_seq or n.kind in ('app', 'sign_in'))
      and (n.kind <> 'approval' or exists (
        select from approval a where ${sql.unsafe(OF_NOTICE)} and a.expires_at > ${at}))
      and u.disabled_at is null
    order by n.seq`;
  const [first] = rows;
  if (first === undefined) return null;
  return { email: first.email, reader: parseMailReader(first), notices: rows.map(parseNotice) };
}

interface DuePushRow extends NoticeRow, MailReaderRow, SubscriptionRow {
  readonly device_id: string;
  readonly shows_details: boolean;
  readonly tries: number;
  readonly had_problem: boolean;
  readonly retry_at: Date | null;
  readonly asking_count: number;
  readonly asking_id: string | null;
  readonly asking_until: Date | null;
}

/**
 * Finds what is due to each browser of a user. Notices that were read meanwhile are not sent any
 * more, except those about access to the wallet, because an intruder may have read them. Details
 * are shown only while the session lasts in which the user has asked for them.
 */
async function findDuePushes(
  sql: Sql,
  userId: string,
  since: Date,
  at: Date,
): Promise<readonly DuePush[]> {
  const rows = await sql<DuePushRow[]>`
    select d.id as device_id, ${sql.unsafe(SUBSCRIPTION_COLUMNS)}, d.tries, d.retry_at,
      d.problem is not null as had_problem,
      d.shows_details and exists (
        select from session s where s.id = d.session_id and s.expires_at > clock_timestamp()
      ) as shows_details,
      ${sql.unsafe(MAIL_READER_COLUMNS)}, ${sql.unsafe(NOTICE_COLUMNS)},
      asking.count as asking_count, asking.id as asking_id, asking.until as asking_until
    from ${sql.unsafe(LIVE_DEVICES)}
    join notice_inbox i on i.user_id = d.user_id
    join notice n on n.user_id = d.user_id and n.seq > d.pushed_seq and n.kind = any (i.push)
      and n.told_at > ${since} and (n.seq > i.seen_seq or n.kind in ('app', 'sign_in'))
    cross join lateral (
      select count(*)::integer as count, max(a.expires_at) as until,
        (array_agg(a.id order by a.created_at desc))[1] as id
      from approval a where ${sql.unsafe(OF_NOTICE)} and a.expires_at > ${at}
    ) asking
    where d.user_id = ${userId} and (n.kind <> 'approval' or asking.count > 0)
    order by d.id, n.seq`;
  return [...Map.groupBy(rows, ({ device_id }) => device_id)].flatMap(([deviceId, due]) => {
    const [first] = due;
    if (first === undefined) return [];
    return {
      deviceId,
      subscription: parseSubscription(first),
      showsDetails: first.shows_details,
      tries: first.tries,
      hadProblem: first.had_problem,
      retryAt: first.retry_at,
      reader: parseMailReader(first),
      notices: due.map((row) => ({ ...parseNotice(row), asking: parseAsking(row) })),
    };
  });
}

const parseAsking = (row: DuePushRow): AskingNow | null =>
  row.asking_id === null || row.asking_until === null
    ? null
    : { count: row.asking_count, approvalId: row.asking_id, until: row.asking_until };

async function orderPush(sql: Sql, userId: string, at: Date): Promise<void> {
  await sql`
    select enqueue_job(${PUSH_NOTICES_JOB}, ${JSON.stringify({ userId })}, ${userId}, ${at})`;
}

async function markMailed(sql: Sql, userId: string, numbers: readonly bigint[]): Promise<void> {
  await sql`
    update notice set mailed_at = clock_timestamp()
    where user_id = ${userId}
      and number = any (${sql.array([...numbers], ARRAY_OF.bigint)}::bigint[])`;
}

async function pruneNotices(sql: Sql, toldBefore: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from notice where (user_id, number) in (
      select user_id, number from notice
      where told_at < ${toldBefore} order by told_at limit ${limit})`;
  return count;
}

async function pruneSignInPlaces(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from sign_in_place where (user_id, device, address) in (
      select user_id, device, address from sign_in_place
      where last_at < ${before} order by last_at limit ${limit})`;
  return count;
}

async function pruneToldBudgets(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from budget_told where (user_id, grant_id) in (
      select t.user_id, t.grant_id from budget_told t
      where not exists (
        select from budget b where b.user_id = t.user_id and b.grant_id = t.grant_id)
      limit ${limit})`;
  return count;
}
