import { assert } from '../../base/assert.ts';
import type { IdempotencyClaim } from '../../wallet/idempotency.ts';
import type { Invoice } from '../../wallet/invoice.ts';
import type {
  FoundInvoice,
  InsertInvoiceOutcome,
  InvoiceStore,
} from '../../wallet/invoice-store.ts';
import { hexParameter, hexToBytea, isUuid } from './column-values.ts';
import type { Database } from './db.ts';
import { writeOnce } from './idempotency-store.ts';
import { INVOICE_JSON, parseFoundInvoice, parseInvoice } from './invoice-json.ts';
import type { Sql } from './sql.ts';

export const createInvoiceStore = (database: Database): InvoiceStore => ({
  insertInvoice: (invoice, grantId, idempotency) =>
    database.query((sql) => insertInvoice(sql, invoice, grantId, idempotency)),
  setBolt11: (invoiceId, bolt11) => database.query((sql) => setBolt11(sql, invoiceId, bolt11)),
  findInvoice: (id) => database.query((sql) => findInvoice(sql, id)),
  findInvoiceByHash: (hash) => database.query((sql) => findInvoiceByHash(sql, hash)),
  findInvoiceByIdentifier: (identifier) =>
    database.query((sql) => findInvoiceByIdentifier(sql, identifier)),
  listNodeInvoicesToCancel: (limit) =>
    database.query((sql) => listNodeInvoicesToCancel(sql, limit)),
  markNodeInvoiceCancelled: (id) => database.query((sql) => markNodeInvoiceCancelled(sql, id)),
});

function insertInvoice(
  sql: Sql,
  invoice: Invoice,
  grantId: string,
  claim: IdempotencyClaim | null,
): Promise<InsertInvoiceOutcome> {
  const row = JSON.stringify(toColumns(invoice));
  const key = claim?.key ?? null;
  return writeOnce(sql, { userId: invoice.userId, grantId }, claim, async () => {
    const written = await sql`
      with claim as (
        insert into idempotency_key
            (user_id, grant_id, key, request_hash, target_kind, target_id)
          select ${invoice.userId}, ${grantId}, ${key}, ${claim?.requestHash ?? null}::bytea,
            'invoice', ${invoice.id}::uuid
          where ${key}::text is not null
          on conflict do nothing
          returning 1
      )
      insert into invoice (
          id, identifier, user_id, payment_hash, preimage, amount_sat, memo, description_hash,
          comment, metadata_json, payer_name, payer_email, payer_pubkey, bolt11, expiry_sec,
          created_at, expires_at)
        select
          id, identifier, user_id, payment_hash, preimage, amount_sat, memo, description_hash,
          comment, metadata_json, payer_name, payer_email, payer_pubkey, bolt11, expiry_sec,
          created_at, expires_at
        from json_populate_record(null::invoice, ${row})
        where ${key}::text is null or exists (select from claim)`;
    return written.count === 1 && { kind: 'inserted' };
  });
}

const toColumns = (invoice: Invoice): object => ({
  id: invoice.id,
  identifier: invoice.identifier,
  user_id: invoice.userId,
  payment_hash: hexToBytea(invoice.paymentHash),
  preimage: hexToBytea(invoice.preimage),
  amount_sat: String(invoice.amountSat),
  memo: invoice.memo,
  description_hash: hexToBytea(invoice.descriptionHash),
  comment: invoice.comment,
  metadata_json: invoice.metadataJson,
  payer_name: invoice.payerName,
  payer_email: invoice.payerEmail,
  payer_pubkey: invoice.payerPubkey,
  bolt11: invoice.bolt11,
  expiry_sec: invoice.expirySec,
  created_at: invoice.createdAt,
  expires_at: invoice.expiresAt,
});

async function setBolt11(sql: Sql, invoiceId: string, bolt11: string): Promise<void> {
  const { count } = await sql`
    update invoice set bolt11 = ${bolt11}
    where id = ${invoiceId} and (bolt11 is null or bolt11 = ${bolt11})`;
  assert(count === 1, 'the BOLT11 text of an invoice never changes');
}

interface InvoiceRow {
  readonly invoice: string;
}

async function findInvoice(sql: Sql, id: string): Promise<Invoice | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice from invoice where id = ${id}`;
  return row === undefined ? null : parseInvoice(row.invoice);
}

async function findInvoiceByHash(sql: Sql, paymentHash: string): Promise<FoundInvoice | null> {
  const [row] = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice from invoice
    where payment_hash = ${hexParameter(paymentHash)}`;
  return row === undefined ? null : parseFoundInvoice(row.invoice);
}

async function findInvoiceByIdentifier(sql: Sql, identifier: string): Promise<Invoice | null> {
  const [row] = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice from invoice where identifier = ${identifier}`;
  return row === undefined ? null : parseInvoice(row.invoice);
}

async function listNodeInvoicesToCancel(
  sql: Sql,
  limit: number,
): Promise<readonly { id: string; paymentHash: string }[]> {
  const rows = await sql<{ id: string; payment_hash: string }[]>`
    select invoice.id, encode(invoice.payment_hash, 'hex') as payment_hash
    from node_invoice_to_cancel waiting
    join invoice on invoice.id = waiting.invoice_id
    order by waiting.invoice_id
    limit ${limit}`;
  return rows.map((row) => ({ id: row.id, paymentHash: row.payment_hash }));
}

async function markNodeInvoiceCancelled(sql: Sql, invoiceId: string): Promise<void> {
  await sql`delete from node_invoice_to_cancel where invoice_id = ${invoiceId}`;
}
