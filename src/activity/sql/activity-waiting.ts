import { assert } from '../../base/assert.ts';
import type { Sql } from '../../database/sql.ts';
import { isPayable } from '../../invoices/create-invoice.ts';
import { INVOICE_JSON, parseInvoice } from '../../invoices/sql/invoice-json.ts';
import type { ActivityQuery, WaitingInvoice } from '../activity-store.ts';
import { SEARCHED_INVOICES } from '../limits.ts';
import { allOf, type Condition, contains } from './activity-filters.ts';

interface InvoiceRow {
  readonly invoice: string;
  readonly grant_id: string;
}

/**
 * Lists open invoices of a user, from a bounded part of one index, because apps may have made very
 * many. Invoices that strangers requested through the user's lightning address are left out before
 * the limit applies, so that strangers cannot push the user's own invoices out of the list.
 */
export async function listWaiting(
  sql: Sql,
  query: ActivityQuery,
): Promise<readonly WaitingInvoice[]> {
  const rows = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice, invoice.grant_id
    from (
      select * from invoice
      where user_id = ${query.userId} and expires_at > ${query.now} and grant_id <> 'address'
      order by expires_at desc
      limit ${SEARCHED_INVOICES}
    ) invoice
    where invoice.settled_at is null and invoice.bolt11 is not null
      and invoice.hidden_at is null
      and ${allOf(sql, filtersOf(sql, query))}
    order by invoice.created_at desc, invoice.id desc`;
  return rows.map((row) => {
    const invoice = parseInvoice(row.invoice);
    assert(isPayable(invoice), 'an invoice that waits has its text');
    return { invoice, grantId: row.grant_id };
  });
}

function filtersOf(sql: Sql, { grantId, from, to, minAmountSat, text }: ActivityQuery) {
  const filters: Condition[] = [];
  if (grantId !== null) filters.push(sql`invoice.grant_id = ${grantId}`);
  if (from !== null) filters.push(sql`invoice.created_at >= ${from}`);
  if (to !== null) filters.push(sql`invoice.created_at < ${to}`);
  if (minAmountSat !== null) filters.push(sql`invoice.amount_sat >= ${minAmountSat}`);
  if (text !== null) filters.push(contains(sql, sql.unsafe(SEARCHED_TEXT), text));
  return filters;
}

const SEARCHED_TEXT = `concat_ws(chr(10), invoice.memo, invoice.comment, invoice.payer_name,
  invoice.payer_email, invoice.identifier, encode(invoice.payment_hash, 'hex'))`;
