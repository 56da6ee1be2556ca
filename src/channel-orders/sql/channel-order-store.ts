import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter, isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  ChainOffer,
  ChannelOrder,
  LightningOffer,
  OrderState,
  OwnPayment,
  PaymentWay,
  SignedTransaction,
  ToldProgress,
  Trouble,
} from '../channel-order.ts';
import type { ChannelOrderStore, NewOrder } from '../channel-order-store.ts';
import { FOLLOW_EVERY_SEC, LOOK_PART } from '../limits.ts';
import type { ToldChannel, ToldPayment, ToldState } from '../provider.ts';

export const createChannelOrderStore = (database: Database): ChannelOrderStore =>
  bindQueries(database, {
    insert,
    find,
    list,
    lastProvider,
    isUserAddress,
    listDue,
    beginPayment,
    saveTransaction,
    noteSent,
    notePaymentFailed,
    noteTold,
    noteTrouble,
    end,
  });

async function insert(sql: Sql, order: NewOrder): Promise<boolean> {
  const { lightning, chain } = order.offer;
  const { count } = await sql`
    insert into channel_order (id, provider_url, provider_node, provider_order, size_sat,
      expiry_blocks, refund_address, created_at, bolt11, payment_hash, lightning_sat,
      lightning_until, address, chain_sat, chain_until)
    values (${order.id}, ${order.providerUrl}, ${order.providerNode}, ${order.name},
      ${order.sizeSat}, ${order.expiryBlocks}, ${order.refundAddress}, ${order.createdAt},
      ${lightning?.bolt11 ?? null},
      ${lightning === null ? null : hexParameter(lightning.paymentHash)},
      ${lightning?.totalSat ?? null}, ${lightning?.until ?? null}, ${chain?.address ?? null},
      ${chain?.totalSat ?? null}, ${chain?.until ?? null})
    on conflict do nothing`;
  return count === 1;
}

async function find(sql: Sql, id: string): Promise<ChannelOrder | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<OrderRow[]>`select * from channel_order where id = ${id}`;
  return row === undefined ? null : toOrder(row);
}

async function list(sql: Sql, limit: number): Promise<readonly ChannelOrder[]> {
  const rows = await sql<OrderRow[]>`
    select * from channel_order order by created_at desc, id desc limit ${limit}`;
  return rows.map(toOrder);
}

async function lastProvider(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ provider_url: string }[]>`
    select provider_url from channel_order order by created_at desc, id desc limit 1`;
  return row?.provider_url ?? null;
}

async function isUserAddress(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql`select from onchain_address where address = ${address}`;
  return rows.length > 0;
}

async function listDue(sql: Sql, now: Date, limit: number): Promise<readonly ChannelOrder[]> {
  const rows = await sql<OrderRow[]>`
    select * from channel_order
    where state = 'open' and coalesce(looked_at, created_at)
      + greatest(${now}::timestamptz - created_at, ${LOOK_PART * FOLLOW_EVERY_SEC}::integer
        * interval '1 second') / ${LOOK_PART}::integer <= ${now}::timestamptz
    order by coalesce(looked_at, created_at), id
    limit ${limit}`;
  return rows.map(toOrder);
}

async function beginPayment(
  sql: Sql,
  id: string,
  way: PaymentWay,
  at: Date,
  graceMs: number,
): Promise<boolean> {
  const earliest = new Date(at.getTime() - graceMs);
  const { count } = await sql`
    update channel_order set paid_by = ${way}::channel_payment_way, pay_began_at = ${at},
      pay_problem = null
    where id = ${id} and state = 'open' and told_state = 'created' and told_payment = 'expected'
      and (paid_by is null or (${way} = 'lightning' and paid_by = 'lightning' and sent_at is null
        and pay_began_at <= ${earliest}))
      and (${way} = 'chain' or not exists (
        select from payment where payment.payment_hash = channel_order.payment_hash
          and path = 'node' and failure_reason is null))`;
  return count === 1;
}

async function saveTransaction(
  sql: Sql,
  id: string,
  { txid, raw }: SignedTransaction,
): Promise<boolean> {
  const { count } = await sql`
    update channel_order set transaction = ${hexParameter(raw)}, txid = ${hexParameter(txid)}
    where id = ${id} and paid_by = 'chain' and transaction is null and state = 'open'`;
  return count === 1;
}

async function noteSent(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`
    update channel_order set sent_at = ${at}
    where id = ${id} and paid_by is not null and sent_at is null`;
}

async function notePaymentFailed(
  sql: Sql,
  id: string,
  way: PaymentWay,
  problem: string,
): Promise<boolean> {
  const { count } = await sql`
    update channel_order set paid_by = null, pay_began_at = null, pay_problem = ${problem}
    where id = ${id} and paid_by = ${way}::channel_payment_way and transaction is null
      and sent_at is null`;
  return count === 1;
}

async function noteTold(
  sql: Sql,
  id: string,
  { state, payment, channel }: ToldProgress,
  trouble: Trouble | null,
  at: Date,
): Promise<void> {
  const point = channel?.channelPoint ?? null;
  await sql`
    update channel_order set told_state = ${state}, told_payment = ${payment},
      channel_txid = ${point === null ? null : hexParameter(point.txid)},
      channel_output = ${point?.outputIndex ?? null}, channel_until = ${channel?.until ?? null},
      looked_at = ${at}, trouble = ${trouble}
    where id = ${id}`;
}

async function noteTrouble(sql: Sql, id: string, trouble: Trouble, at: Date): Promise<void> {
  await sql`
    update channel_order set looked_at = ${at}, trouble = ${trouble} where id = ${id}`;
}

async function end(
  sql: Sql,
  id: string,
  state: Exclude<OrderState, 'open'>,
  at: Date,
): Promise<void> {
  await sql`
    update channel_order set state = ${state}, ended_at = ${at}
    where id = ${id} and state = 'open'`;
}

interface OrderRow {
  readonly id: string;
  readonly provider_url: string;
  readonly provider_node: string;
  readonly provider_order: string;
  readonly size_sat: bigint;
  readonly expiry_blocks: number;
  readonly refund_address: string;
  readonly created_at: Date;
  readonly bolt11: string | null;
  readonly payment_hash: Uint8Array | null;
  readonly lightning_sat: bigint | null;
  readonly lightning_until: Date | null;
  readonly address: string | null;
  readonly chain_sat: bigint | null;
  readonly chain_until: Date | null;
  readonly paid_by: PaymentWay | null;
  readonly pay_began_at: Date | null;
  readonly transaction: Uint8Array | null;
  readonly txid: Uint8Array | null;
  readonly sent_at: Date | null;
  readonly pay_problem: string | null;
  readonly told_state: ToldState;
  readonly told_payment: ToldPayment;
  readonly channel_txid: Uint8Array | null;
  readonly channel_output: number | null;
  readonly channel_until: Date | null;
  readonly looked_at: Date | null;
  readonly trouble: Trouble | null;
  readonly state: OrderState;
  readonly ended_at: Date | null;
}

const toOrder = (row: OrderRow): ChannelOrder => ({
  id: row.id,
  providerUrl: row.provider_url,
  providerNode: row.provider_node,
  name: row.provider_order,
  sizeSat: sat(row.size_sat),
  expiryBlocks: row.expiry_blocks,
  refundAddress: row.refund_address,
  createdAt: row.created_at,
  offer: { lightning: lightningOf(row), chain: chainOf(row) },
  payment: paymentOf(row),
  payProblem: row.pay_problem,
  told: { state: row.told_state, payment: row.told_payment, channel: channelOf(row) },
  lookedAt: row.looked_at,
  trouble: row.trouble,
  state: row.state,
  endedAt: row.ended_at,
});

function lightningOf(row: OrderRow): LightningOffer | null {
  if (row.bolt11 === null) return null;
  const { payment_hash: hash, lightning_sat: totalSat, lightning_until: until } = row;
  assert(hash !== null && totalSat !== null && until !== null, 'they are all there, or none is');
  return { totalSat: sat(totalSat), bolt11: row.bolt11, paymentHash: bytesToHex(hash), until };
}

function chainOf({
  address,
  chain_sat: totalSat,
  chain_until: until,
}: OrderRow): ChainOffer | null {
  if (address === null) return null;
  assert(totalSat !== null && until !== null, 'they are all there, or none is');
  return { totalSat: sat(totalSat), address, until };
}

function paymentOf(row: OrderRow): OwnPayment | null {
  const { paid_by: way, pay_began_at: beganAt, sent_at: sentAt, transaction, txid } = row;
  if (way === null) return null;
  assert(beganAt !== null, 'a way and the time at which it was taken stand together');
  return {
    way,
    beganAt,
    sentAt,
    transaction:
      transaction === null || txid === null
        ? null
        : { txid: bytesToHex(txid), raw: bytesToHex(transaction) },
  };
}

const channelOf = (row: OrderRow): ToldChannel | null =>
  row.channel_txid === null || row.channel_output === null
    ? null
    : {
        channelPoint: { txid: bytesToHex(row.channel_txid), outputIndex: row.channel_output },
        until: row.channel_until,
      };
