import type { Sql } from '../../database/sql.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { RecordRail } from '../../ledger/record-rail.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import { parseWithdrawal, WITHDRAWAL_JSON } from '../../onchain/sql/withdrawal-json.ts';
import { type DeliveryState, messageIdOf } from '../../webhooks/delivery.ts';
import type { FoundActivity, RecordDelivery, RecordNote } from '../activity-store.ts';
import { SHOWN_RECORD_DELIVERIES } from '../limits.ts';
import { findDeposit } from './activity-deposits.ts';
import { ORDERS, type OrderRow, readOrder } from './activity-payments.ts';

/** Finds a settled record, or a payment or deposit that has no record. */
export async function findActivity(
  sql: Sql,
  userId: string,
  identifier: string,
): Promise<FoundActivity | null> {
  return (
    (await findRecord(sql, userId, identifier)) ??
    (await findOrder(sql, userId, identifier)) ??
    (await findOpenDeposit(sql, userId, identifier))
  );
}

interface RecordRow {
  readonly id: string;
  readonly rail: RecordRail;
  readonly kind: MovementKind | null;
  readonly body: string;
  readonly booked_at: Date;
  readonly grant_id: string | null;
  readonly payment: string | null;
  readonly withdrawal: string | null;
  readonly tip_height: number | null;
  readonly other_user_id: string | null;
  readonly note: string | null;
}

async function findRecord(
  sql: Sql,
  userId: string,
  identifier: string,
): Promise<FoundActivity | null> {
  const [row] = await sql<RecordRow[]>`
    select record.id, record.rail, record.kind, record.body, record.booked_at, record.grant_id,
      (select ${sql.unsafe(PAYMENT_JSON)} from payment
        where payment.id = record.id and record.direction = 'outgoing') as payment,
      (select ${sql.unsafe(WITHDRAWAL_JSON)} from withdrawal
        where withdrawal.id = record.id and record.direction = 'outgoing') as withdrawal,
      case record.rail when 'chain' then tip_height() end as tip_height,
      case record.direction
        when 'outgoing' then coalesce(
          (select invoice.user_id from payment
            join invoice on invoice.payment_hash = payment.payment_hash
            where payment.id = record.id and payment.path = 'internal'),
          (select a.user_id from withdrawal w join onchain_address a on a.address = w.address
            where w.id = record.id and w.is_internal))
        else coalesce(
          (select payment.user_id from receipt join payment on payment.id = receipt.payment_id
            where receipt.id = record.id),
          (select w.user_id from deposit d join withdrawal w on w.id = d.withdrawal_id
            where d.id = record.id))
        end as other_user_id,
      ${noteOf(sql, userId, identifier)} as note
    from filled_record record
    where record.identifier = ${identifier} and record.user_id = ${userId}`;
  if (row === undefined) return null;
  const payment = row.payment === null ? null : parsePayment(row.payment);
  const deliveries = await listDeliveries(sql, userId, row.id);
  const entry = {
    kind: 'settled',
    rail: row.rail,
    movement: row.kind,
    body: row.body,
    bookedAt: row.booked_at,
    grantId: row.grant_id,
    payeeLink: payment?.sentTo?.link ?? null,
  } as const;
  const withdrawal = row.withdrawal === null ? null : parseWithdrawal(row.withdrawal);
  return {
    ...{ entry, payment, withdrawal, deliveries },
    tipHeight: row.tip_height,
    otherUserId: row.other_user_id,
    note: row.note,
  };
}

async function findOrder(
  sql: Sql,
  userId: string,
  identifier: string,
): Promise<FoundActivity | null> {
  const [row] = await sql<(OrderRow & { readonly note: string | null })[]>`
    select rail, content, ${noteOf(sql, userId, identifier)} as note from ${sql.unsafe(ORDERS)}
    where identifier = ${identifier} and not is_settled and user_id = ${userId}`;
  if (row === undefined) return null;
  const { note } = row;
  return { ...readOrder(row), tipHeight: null, otherUserId: null, note, deliveries: [] };
}

async function findOpenDeposit(
  sql: Sql,
  userId: string,
  identifier: string,
): Promise<FoundActivity | null> {
  const entry = await findDeposit(sql, userId, identifier);
  if (entry === null) return null;
  const [kept] = await sql<{ note: string | null }[]>`
    select ${noteOf(sql, userId, identifier)} as note`;
  const note = kept?.note ?? null;
  const { tipHeight } = entry;
  const nothing = { payment: null, withdrawal: null, otherUserId: null, deliveries: [] };
  return { ...nothing, entry, tipHeight, note };
}

const noteOf = (sql: Sql, userId: string, identifier: string) => sql`
  (select text from record_note where user_id = ${userId} and identifier = ${identifier})`;

interface DeliveryRow {
  readonly endpoint_id: string;
  readonly url: string;
  readonly message_id: string;
  readonly state: DeliveryState;
}

/** Lists the webhook deliveries of a record, to endpoints that still exist. */
async function listDeliveries(
  sql: Sql,
  userId: string,
  recordId: string,
): Promise<readonly RecordDelivery[]> {
  const rows = await sql<DeliveryRow[]>`
    select d.endpoint_id, e.url, d.message_id, d.state
    from webhook_delivery d
    join webhook_endpoint e on e.id = d.endpoint_id
    where d.message_id = ${recordId} and e.user_id = ${userId} and e.state <> 'deleted'
    order by d.id limit ${SHOWN_RECORD_DELIVERIES}`;
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    endpointUrl: row.url,
    messageId: messageIdOf(row.message_id),
    state: row.state,
  }));
}

export async function saveMemo(
  sql: Sql,
  { userId, identifier, text, at }: RecordNote,
): Promise<void> {
  if (text === '') {
    await sql`delete from record_note where user_id = ${userId} and identifier = ${identifier}`;
    return;
  }
  await sql`
    insert into record_note (user_id, identifier, text, written_at)
    values (${userId}, ${identifier}, ${text}, ${at})
    on conflict (user_id, identifier)
      do update set text = excluded.text, written_at = excluded.written_at`;
}
