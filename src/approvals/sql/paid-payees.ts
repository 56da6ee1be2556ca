import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { SEARCHED_PAYMENTS } from '../limits.ts';
import type { PaidPayees } from '../paid-payees.ts';

export const createPaidPayees = (database: Database): PaidPayees =>
  bindQueries(database, { isFirst });

async function isFirst(sql: Sql, userId: string, payeeId: string): Promise<boolean> {
  const [row] = await sql<{ is_first: boolean }[]>`
    select count(*) < ${SEARCHED_PAYMENTS} and not coalesce(bool_or(
        case when p.path = 'internal'
          then ${payeeId} = (
            select r.user_id::text from settled_record r
            where r.payment_hash = p.payment_hash and r.direction = 'incoming' limit 1)
          else ${payeeId} = p.destination end), false) as is_first
    from (
      select id from settled_record
      where user_id = ${userId} and direction = 'outgoing'
      order by created_at desc, id desc
      limit ${SEARCHED_PAYMENTS}
    ) paid
    join payment p on p.id = paid.id`;
  return row?.is_first ?? false;
}
