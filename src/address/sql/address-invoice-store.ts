import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { networkSizes } from '../../base/network-sizes.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { ARRAY_OF } from '../../database/sql.ts';
import { ADDRESS_GRANT } from '../../invoices/invoice-store.ts';
import { INVOICE_JSON, parseInvoice, toInvoiceColumns } from '../../invoices/sql/invoice-json.ts';
import type { Invoice } from '../../ledger/invoice.ts';
import type {
  AddressInvoiceOrder,
  AddressInvoiceStore,
  AddressLimits,
  ExpiredInvoice,
  ExpiredPage,
} from '../address-invoice-store.ts';
import { createOpenCount, type OpenCount } from './open-count.ts';

export const createAddressInvoiceStore = (
  database: Database,
  limits: AddressLimits,
): AddressInvoiceStore => {
  const open = createOpenCount(database, limits.inAll);
  return {
    insertInvoice: batchCalls(INSERTS, (orders) => insertInvoices(database, orders, limits, open)),
    findByVerifyId: (verifyId) => database.query((sql) => findByVerifyId(sql, verifyId)),
    listExpired: (before, page) => database.query((sql) => listExpired(sql, before, page)),
    removeUnpaid: (ids) => database.query((sql) => removeUnpaid(sql, ids)),
  };
};

/**
 * Invoices are inserted by one statement at a time, many together, because parallel statements
 * would wait for each other's locks anyway.
 */
const INSERTS = { maxItems: 64, maxCalls: 1, onFailure: 'fail_all' } as const;

type Outcome = 'inserted' | 'too_many';

async function insertInvoices(
  database: Database,
  orders: readonly AddressInvoiceOrder[],
  { perNetwork, perUser, inAll }: AddressLimits,
  open: OpenCount,
): Promise<readonly Outcome[]> {
  const at = orders[0]?.invoice.createdAt;
  assert(at !== undefined, 'a batch is not empty');
  const asked = JSON.stringify(orders.map(toOrderJson));
  const allOpen = await open.read(at);
  const [row] = await database.query(
    (sql) => sql<{ outcomes: readonly Outcome[] }[]>`
      select insert_address_invoices(
        ${asked}, ${at}, ${perNetwork}, ${perUser}, ${inAll}, ${allOpen}) as outcomes`,
  );
  assert(row !== undefined, 'a function answers');
  open.add(row.outcomes.filter((outcome) => outcome === 'inserted').length);
  return row.outcomes;
}

const toOrderJson = ({ invoice, nodePubkey, ...order }: AddressInvoiceOrder): object => ({
  invoice: toInvoiceColumns(invoice, { grantId: ADDRESS_GRANT, nodePubkey }),
  network: order.network,
  sizes: networkSizes(order.network).slice(1),
  verify_id: order.verifyId,
  zap_relays: order.zapRelays,
});

async function findByVerifyId(sql: Sql, verifyId: string): Promise<Invoice | null> {
  const [row] = await sql<{ invoice: string }[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice
    from address_invoice a
    join invoice on invoice.id = a.invoice_id
    where a.verify_id = ${verifyId}`;
  return row === undefined ? null : parseInvoice(row.invoice);
}

interface ExpiredRow {
  readonly id: string;
  readonly payment_hash: string;
}

async function listExpired(
  sql: Sql,
  before: Date,
  { limit, offset }: ExpiredPage,
): Promise<readonly ExpiredInvoice[]> {
  const rows = await sql<ExpiredRow[]>`
    select i.id, encode(i.payment_hash, 'hex') as payment_hash
    from address_invoice a
    join invoice i on i.id = a.invoice_id
    where a.is_open and a.expires_at < ${before}
    order by a.expires_at, a.invoice_id
    limit ${limit} offset ${offset}`;
  return rows.map(({ id, payment_hash }) => ({ id, paymentHash: payment_hash }));
}

async function removeUnpaid(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select remove_address_invoices(${sql.array([...ids], ARRAY_OF.uuid)}) as count`;
  return row?.count ?? 0;
}
