import type { DailyAllowance } from '../../authorization/daily-allowance.ts';
import type { StorageAllowance } from '../../authorization/storage-allowance.ts';
import { NO_LIMITS, type UserLimits } from '../../authorization/user-limits.ts';
import { type Sat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { IdempotencyClaim } from '../../base/idempotency.ts';
import { RowGone } from '../../base/row-gone.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter, hexToBytea, isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Invoice } from '../../ledger/invoice.ts';
import { writeOnce } from '../../ledger/sql/idempotency-store.ts';
import { fitsBalance } from '../../ledger/sql/user-limit-store.ts';
import { invoiceBytes } from '../../ledger/stored-bytes.ts';
import type {
  AdmitInvoiceOutcome,
  AllowanceRefusal,
  FoundInvoice,
  InvoiceOrigin,
  InvoiceStore,
} from '../invoice-store.ts';
import { INVOICE_JSON, parseFoundInvoice, parseInvoice, toInvoiceColumns } from './invoice-json.ts';
import { createOpenInvoices } from './open-invoices.ts';
import { createRowFirst } from './row-first.ts';

/**
 * Creates the store. Statements that every new invoice needs are batched: calls of several callers
 * go to the database together.
 */
export const createInvoiceStore = (
  database: Database,
  openInvoicesMax: number | null = null,
  limits: UserLimits = NO_LIMITS,
  allowances: InvoiceAllowances | null = null,
): InvoiceStore => {
  const open = createOpenInvoices(database, openInvoicesMax ?? Number.MAX_SAFE_INTEGER);
  const rowFirst = createRowFirst();
  const admit = async (invoice: Invoice, origin: InvoiceOrigin): Promise<Admission> => {
    const release = await open.take(invoice.userId, invoice.createdAt);
    if (release === null) return { kind: 'too_many_open_invoices' };
    try {
      const refusal = await takeAllowances(allowances, invoice, origin);
      if (refusal === null) return { kind: 'admitted', release };
      release();
      return refusal;
    } catch (error) {
      release();
      throw error;
    }
  };
  const insertBatch = (isDurable: boolean) =>
    batchCalls<Insert, Inserted>(MERGED, (inserts) =>
      database.query((sql) => insertInvoices(sql, limits, inserts, isDurable)),
    );
  const insertFirst = insertBatch(false);
  const insertWhole = insertBatch(true);
  const setBolt11 = batchCalls<Bolt11Text, undefined>(MERGED, (texts) =>
    database.query((sql) => setBolt11Texts(sql, texts)),
  );
  return {
    admitInvoice: async (invoice, origin) =>
      rowFirst.isNeeded(invoice.userId) ? { kind: 'row_first' } : await admit(invoice, origin),
    insertPayable: async (invoice, origin) => {
      try {
        const inserted = await insertWhole({ invoice, origin, claim: null });
        rowFirst.noteWritten();
        if (inserted === 'written') return { kind: 'inserted' };
      } catch (error) {
        rowFirst.noteFault();
        throw error;
      }
      rowFirst.noteRefusal(invoice.userId);
      return { kind: 'balance_limit_exceeded' };
    },
    insertInvoice: (invoice, origin, claim) =>
      database.query((sql) =>
        writeOnce(
          sql,
          { userId: invoice.userId, grantId: origin.grantId },
          claim,
          async (isTaken) => {
            const admission = await admit(invoice, origin);
            // If another call with the same idempotency key has just created an invoice, this call
            // is a repeat and gets that invoice, even where it would be refused.
            if (admission.kind !== 'admitted') return (await isTaken()) ? false : admission;
            try {
              const inserted = await insertFirst({ invoice, origin, claim });
              if (inserted === 'above_limit')
                return (await isTaken()) ? false : { kind: 'balance_limit_exceeded' };
              return inserted === 'written' && { kind: 'inserted' };
            } finally {
              admission.release();
            }
          },
        ),
      ),
    setBolt11: async (invoiceId, bolt11) => {
      await setBolt11({ invoiceId, bolt11 });
      rowFirst.noteWritten();
    },
    ...bindQueries(database, {
      findInvoice,
      findInvoiceByHash,
      findInvoiceByIdentifier,
      hideInvoice,
      readCredited,
      listNodeInvoicesToCancel,
      markNodeInvoicesCancelled,
    }),
  };
};

const MERGED = { maxItems: 64, maxCalls: 2 } as const;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * How many invoices a user may create within a day, and how many bytes of any kind they may store.
 */
export interface InvoiceAllowances {
  readonly count: DailyAllowance;
  readonly storage: StorageAllowance;
}

/**
 * Counts a new invoice against what the user may create and store; returns the refusal, or null
 * when the invoice may be written.
 */
async function takeAllowances(
  allowances: InvoiceAllowances | null,
  invoice: Invoice,
  { grantId }: InvoiceOrigin,
): Promise<AllowanceRefusal | null> {
  if (allowances === null) return null;
  const { count, storage } = allowances;
  const { userId, createdAt: at } = invoice;
  const caller = { userId, grantId };
  if (!(await count.hasRoom(userId, at))) return { kind: 'too_many_new_invoices' };
  if (!(await storage.hasRoom(caller, at))) return { kind: 'storage_used_up' };
  count.count(userId, 1);
  storage.count(caller, invoiceBytes(invoice));
  return null;
}

type Admission = Exclude<AdmitInvoiceOutcome, { readonly kind: 'row_first' }>;

interface Insert {
  readonly invoice: Invoice;
  readonly origin: InvoiceOrigin;
  readonly claim: IdempotencyClaim | null;
}

/**
 * What became of a new invoice. `taken`: another call has used the same idempotency key.
 * `above_limit`: the wallet would hold more than it may (see fitsBalance).
 */
type Inserted = 'written' | 'taken' | 'above_limit';

/**
 * Writes those invoices that may be written, and returns what became of each. If it is not durable,
 * the commit waits neither for the disk nor for standbys, so it may be lost. That is safe while the
 * BOLT11 text is missing: no one is shown an invoice before its text is stored, and that later
 * commit waits until everything before it is safe too.
 */
async function insertInvoices(
  sql: Sql,
  limits: UserLimits,
  inserts: readonly Insert[],
  isDurable: boolean,
): Promise<readonly Inserted[]> {
  const rows = await sql<{ id: string; fits: boolean; is_written: boolean }[]>`
    with commit_mode as materialized (
      select case when not ${isDurable}::boolean
        then set_config('synchronous_commit', 'off', true) end
    ), asked as materialized (
      select invoice.*, item ->> 'key' as key,
        (item ->> 'request_hash')::bytea as request_hash,
        ${fitsBalance(sql, limits)} as fits
      from json_array_elements(${JSON.stringify(inserts.map(toInsertColumns))}) item
      cross join lateral json_populate_record(null::invoice, item -> 'invoice') invoice
    ), claim as (
      insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
        select user_id, grant_id, key, request_hash, 'invoice', id from asked
        where fits and key is not null
        order by user_id, grant_id, key
        on conflict do nothing
        returning target_id
    ), written as (
      insert into invoice (
          id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
          rest_msat, memo, description_hash, comment, metadata_json, payer_name, payer_email,
          payer_pubkey, bolt11, expiry_sec, created_at, expires_at)
        select
          id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
          rest_msat, memo, description_hash, comment, metadata_json, payer_name, payer_email,
          payer_pubkey, bolt11, expiry_sec, created_at, expires_at
        from commit_mode cross join asked
        where fits and (key is null or id in (select target_id from claim))
        returning id
    )
    select asked.id, fits, written.id is not null as is_written
      from asked left join written on written.id = asked.id`;
  const outcomes = new Map<string, Inserted>(
    rows.map((row) => [row.id, row.is_written ? 'written' : row.fits ? 'taken' : 'above_limit']),
  );
  return inserts.map(({ invoice }) => {
    const outcome = outcomes.get(invoice.id);
    assert(outcome !== undefined, 'each that was asked for has a row');
    return outcome;
  });
}

const toInsertColumns = ({ invoice, origin, claim }: Insert): object => ({
  invoice: toInvoiceColumns(invoice, origin),
  sees_balance: origin.seesBalance,
  key: claim?.key ?? null,
  request_hash: claim === null ? null : hexToBytea(bytesToHex(claim.requestHash)),
});

interface Bolt11Text {
  readonly invoiceId: string;
  readonly bolt11: string;
}

async function setBolt11Texts(
  sql: Sql,
  texts: readonly Bolt11Text[],
): Promise<readonly undefined[]> {
  const list = texts.map(({ invoiceId, bolt11 }) => ({ id: invoiceId, bolt11 }));
  const rows = await sql<{ id: string; bolt11: string }[]>`
    update invoice set bolt11 = given.bolt11
    from json_to_recordset(${JSON.stringify(list)}) as given (id uuid, bolt11 text)
    where invoice.id = given.id and (invoice.bolt11 is null or invoice.bolt11 = given.bolt11)
    returning invoice.id, invoice.bolt11`;
  const stored = new Map(rows.map(({ id, bolt11 }) => [id, bolt11]));
  for (const { invoiceId, bolt11 } of texts) {
    if (stored.get(invoiceId) !== bolt11) await complainOfText(sql, invoiceId);
  }
  return texts.map(() => undefined);
}

/**
 * Throws when a BOLT11 text could not be stored because its invoice is gone. The invoice may have
 * been removed because this process was stopped for an hour before it stored the text, or the
 * database was restored to an earlier state.
 */
async function complainOfText(sql: Sql, invoiceId: string): Promise<never> {
  const invoice = await findInvoice(sql, invoiceId);
  assert(invoice === null, 'the BOLT11 text of an invoice never changes');
  throw new RowGone('the invoice is not in the database any more');
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

async function hideInvoice(sql: Sql, userId: string, identifier: string, at: Date): Promise<void> {
  await sql`
    update invoice set hidden_at = ${at}
    where identifier = ${identifier} and user_id = ${userId} and hidden_at is null`;
}

async function findInvoiceByIdentifier(sql: Sql, identifier: string): Promise<Invoice | null> {
  const [row] = await sql<InvoiceRow[]>`
    select ${sql.unsafe(INVOICE_JSON)} as invoice from invoice where identifier = ${identifier}`;
  return row === undefined ? null : parseInvoice(row.invoice);
}

/**
 * Computes the sum that the payee was credited for an invoice. Each payment of it is credited in
 * whole sats.
 */
async function readCredited(sql: Sql, invoiceId: string): Promise<Sat> {
  const [row] = await sql<{ credited_sat: bigint }[]>`
    select coalesce(sum(amount_msat / 1000), 0)::bigint as credited_sat
    from receipt where invoice_id = ${invoiceId}`;
  return sat(row?.credited_sat ?? 0n);
}

/**
 * Lists invoices to cancel at the node, from a short table of those that were paid within this
 * service.
 */
async function listNodeInvoicesToCancel(
  sql: Sql,
  limit: number,
  afterId = FIRST_ID,
): Promise<readonly { id: string; paymentHash: string }[]> {
  const rows = await sql<{ id: string; payment_hash: string }[]>`
    select invoice.id, encode(invoice.payment_hash, 'hex') as payment_hash
    from (
      select invoice_id from node_invoice_to_cancel
      where invoice_id > ${afterId} order by invoice_id limit ${limit}
    ) waiting
    join invoice on invoice.id = waiting.invoice_id
    order by waiting.invoice_id`;
  return rows.map((row) => ({ id: row.id, paymentHash: row.payment_hash }));
}

/** The commit does not wait for the disk: if it is lost, the invoices are cancelled once more. */
async function markNodeInvoicesCancelled(sql: Sql, ids: readonly string[]): Promise<void> {
  const cancelled = sql.array([...ids], ARRAY_OF.uuid);
  await sql`
    delete from node_invoice_to_cancel using set_config('synchronous_commit', 'off', true)
    where invoice_id = any (${cancelled})`;
}
