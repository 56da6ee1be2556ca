import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { Sql } from '../../database/sql.ts';
import { renderOpenDeposit } from '../../onchain/render-deposit.ts';
import { DEPOSIT_JSON, parseDeposit } from '../../onchain/sql/deposit-json.ts';
import type { ActivityQuery, DepositEntry } from '../activity-store.ts';
import { SEARCHED_DEPOSITS, SHOWN_DEPOSITS } from '../limits.ts';
import { allOf, type Condition, contains } from './activity-filters.ts';

export interface DepositRow {
  /** The deposit as JSON; null in a row that holds a payment, as one query reads both. */
  readonly deposit: string | null;
  readonly grant_id: string | null;
  readonly open_msat: bigint | null;
  readonly tip_height: number | null;
}

export function toDepositEntry(row: DepositRow): DepositEntry {
  const { deposit, grant_id: grantId, open_msat: openMsat, tip_height: tipHeight } = row;
  assert(deposit !== null && grantId !== null && openMsat !== null, 'the row is a deposit');
  const found = parseDeposit(deposit);
  return {
    kind: 'deposit',
    rail: 'chain',
    movement: null,
    body: renderOpenDeposit(found),
    grantId,
    payeeLink: null,
    deposit: found,
    openSat: sat(openMsat / 1000n),
    tipHeight,
  };
}

/**
 * SQL for deposits that are not credited yet, from a bounded part of one index. Anyone who knows an
 * address can send many small deposits to it, so the addresses with the largest open sums come
 * first.
 */
export const openDeposits = (sql: Sql, query: ActivityQuery) => sql`
  select ${sql.unsafe(DEPOSIT_JSON)} as deposit, address.grant_id, deposit.open_msat,
    (select tip_height()) as tip_height
  from (
    select newest.*, sum(amount_msat) over (partition by address)::bigint as open_msat
    from (
      select * from deposit where user_id = ${query.userId}
      order by seen_at desc, id
      limit ${SEARCHED_DEPOSITS}
    ) newest
    where state = 'seen'
  ) deposit
  join onchain_address address on address.address = deposit.address
  where ${query.direction !== 'outgoing'} and ${allOf(sql, filtersOf(sql, query))}
  order by deposit.open_msat desc, deposit.seen_at desc, deposit.id
  limit ${SHOWN_DEPOSITS}`;

/**
 * Finds a deposit of a user that is not credited yet; null if there is none with this identifier.
 */
export async function findDeposit(
  sql: Sql,
  userId: string,
  identifier: string,
): Promise<DepositEntry | null> {
  const [row] = await sql<DepositRow[]>`
    select ${sql.unsafe(DEPOSIT_JSON)} as deposit, address.grant_id,
      (select sum(amount_msat)::bigint from deposit other
        where other.address = deposit.address and other.user_id = deposit.user_id
          and (other.state = 'seen' or other.id = deposit.id)) as open_msat,
      (select tip_height()) as tip_height
    from deposit
    join onchain_address address on address.address = deposit.address
    where deposit.identifier = ${identifier} and deposit.user_id = ${userId}
      and deposit.state in ('seen', 'gone')`;
  return row === undefined ? null : toDepositEntry(row);
}

function filtersOf(sql: Sql, { grantId, from, to, minAmountSat, text }: ActivityQuery) {
  const filters: Condition[] = [];
  if (grantId !== null) filters.push(sql`address.grant_id = ${grantId}`);
  if (from !== null) filters.push(sql`deposit.seen_at >= ${from}`);
  if (to !== null) filters.push(sql`deposit.seen_at < ${to}`);
  if (minAmountSat !== null) filters.push(sql`deposit.amount_msat >= ${minAmountSat * 1000n}`);
  if (text !== null) filters.push(contains(sql, sql.unsafe(SEARCHED_TEXT), text));
  return filters;
}

const SEARCHED_TEXT = `concat_ws(chr(10), deposit.address, encode(deposit.txid, 'hex'),
  deposit.identifier)`;
