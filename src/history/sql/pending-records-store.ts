import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { INVOICE_JSON, parseInvoice } from '../../invoices/sql/invoice-json.ts';
import type { Invoice } from '../../ledger/invoice.ts';
import type { Payment } from '../../ledger/payment.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import type { PendingRecordsStore } from '../pending-records-store.ts';

export const createPendingRecordsStore = (database: Pick<Database, 'query'>): PendingRecordsStore =>
  bindQueries(database, { listUnpaidInvoices, listOpenPayments });

/**
 * Lists a user's unpaid invoices in two steps: finds the newest `limit` invoices in an index, paid
 * or not, and then reads those of them that are unpaid. In a single step, PostgreSQL's planner may
 * choose to sort all invoices of a user, who may have very many.
 */
async function listUnpaidInvoices(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly Invoice[]> {
  const rows = await sql<{ invoice: string }[]>`
    with newest as materialized (
      select id, created_at from invoice
      where user_id = ${userId} and grant_id <> 'address'
      order by created_at desc, id desc
      limit ${limit}
    )
    select ${sql.unsafe(INVOICE_JSON)} as invoice
    from newest join invoice on invoice.id = newest.id
    where invoice.settled_at is null and invoice.bolt11 is not null
    order by newest.created_at desc, newest.id desc`;
  return rows.map((row) => parseInvoice(row.invoice));
}

/**
 * Lists a user's payments that have not ended. Their number is limited, so the list needs no limit
 * of its own.
 */
async function listOpenPayments(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<readonly Payment[]> {
  const rows = await sql<{ payment: string }[]>`
    select ${sql.unsafe(PAYMENT_JSON)} as payment from payment
    where user_id = ${userId} and ended_at is null
    order by created_at desc, id desc
    limit ${limit}`;
  return rows.map((row) => parsePayment(row.payment));
}
