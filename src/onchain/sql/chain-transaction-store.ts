import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  ChainTransaction,
  ChainTransactionQuery,
  ChainTransactionStore,
  MovedQuery,
} from '../chain-transaction-store.ts';
import type { Deposit } from '../deposit.ts';
import type { Withdrawal } from '../withdrawal.ts';
import { DEPOSIT_JSON, parseDeposit } from './deposit-json.ts';
import { parseWithdrawal, WITHDRAWAL_JSON } from './withdrawal-json.ts';

export const createChainTransactionStore = (database: Database): ChainTransactionStore =>
  bindQueries(database, { list, listMoved, listArriving, findSent });

interface TransactionRow {
  readonly type: 'incoming' | 'outgoing';
  readonly content: string;
}

/**
 * Deposits and withdrawals are each read in the order of their index, and only as many rows as the
 * page needs.
 */
async function list(
  sql: Sql,
  { userId, hasSent, offset, limit }: ChainTransactionQuery,
): Promise<readonly ChainTransaction[]> {
  const reach = offset + limit;
  const rows = await sql<TransactionRow[]>`
    select type, content from (
      (select 'incoming' as type, seen_at as at, id, ${sql.unsafe(DEPOSIT_JSON)} as content
        from deposit where user_id = ${userId}
        order by seen_at desc, id desc limit ${reach})
      union all
      (select 'outgoing', created_at, id, ${sql.unsafe(WITHDRAWAL_JSON)}
        from withdrawal where user_id = ${userId} and ${hasSent}
        order by created_at desc, id desc limit ${reach})
    ) one
    order by at desc, id desc offset ${offset} limit ${limit}`;
  return rows.map(toTransaction);
}

const toTransaction = ({ type, content }: TransactionRow): ChainTransaction =>
  type === 'incoming'
    ? { type, deposit: parseDeposit(content) }
    : { type, withdrawal: parseWithdrawal(content) };

async function listMoved(
  sql: Sql,
  { userId, hasArrived, hasSent, limit }: MovedQuery,
): Promise<readonly ChainTransaction[]> {
  const rows = await sql<TransactionRow[]>`
    select type, content from (
      (select 'incoming' as type, seen_at as at, id, ${sql.unsafe(DEPOSIT_JSON)} as content
        from deposit where user_id = ${userId} and state = 'credited' and ${hasArrived}
        order by seen_at desc, id desc limit ${limit})
      union all
      (select 'outgoing', created_at, id, ${sql.unsafe(WITHDRAWAL_JSON)}
        from withdrawal where user_id = ${userId} and state <> 'failed' and ${hasSent}
        order by created_at desc, id desc limit ${limit})
    ) one
    order by at desc, id desc limit ${limit}`;
  return rows.map(toTransaction);
}

async function listArriving(sql: Sql, userId: string, limit: number): Promise<readonly Deposit[]> {
  const rows = await sql<{ content: string }[]>`
    select ${sql.unsafe(DEPOSIT_JSON)} as content from deposit
    where user_id = ${userId} and state = 'seen'
    order by seen_at desc, id desc limit ${limit}`;
  return rows.map(({ content }) => parseDeposit(content));
}

async function findSent(sql: Sql, userId: string, identifier: string): Promise<Withdrawal | null> {
  const [row] = await sql<{ content: string }[]>`
    select ${sql.unsafe(WITHDRAWAL_JSON)} as content from withdrawal
    where identifier = ${identifier} and user_id = ${userId}`;
  return row === undefined ? null : parseWithdrawal(row.content);
}
