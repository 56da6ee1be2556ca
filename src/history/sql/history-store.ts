import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { INVOICE_JSON, parseFoundInvoice } from '../../invoices/sql/invoice-json.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import { recordIdsOfHash } from '../../ledger/sql/records-of-hash.ts';
import type { FoundByHash, HistoryAnswer, HistoryQuery, HistoryStore } from '../history-store.ts';
import { type CreationReader, createCreationReader } from './history-by-creation.ts';
import { toSlice } from './history-slice.ts';
import { createLargeOffsetQueue, type LargeOffsetQueue } from './large-offset-queue.ts';

export const createHistoryStore = (database: Database): HistoryStore => {
  const deep = createLargeOffsetQueue(database);
  const readByCreation = createCreationReader(database, deep);
  return {
    listRecords: (query) =>
      database.query((sql) => listRecords(sql, query, { readByCreation, deep })),
    ...bindQueries(database, {
      readKinds,
      findByHash,
      findBolt11ByIdentifier,
    }),
  };
};

interface Readers {
  readonly readByCreation: CreationReader;
  readonly deep: LargeOffsetQueue;
}

async function listRecords(
  sql: Sql,
  query: HistoryQuery,
  { readByCreation, deep }: Readers,
): Promise<HistoryAnswer> {
  const { since, before, settledSince } = query;
  const named = [since, before, settledSince].filter((identifier) => identifier !== null);
  const anchors = named.length === 0 ? [] : await findAnchors(sql, query.userId, named);
  const anchorOf = (identifier: string | null): Anchor | null =>
    anchors.find((anchor) => anchor.identifier === identifier) ?? null;

  const unknown = named.find((identifier) => anchorOf(identifier) === null);
  if (unknown !== undefined) return { kind: 'unknown_identifier', identifier: unknown };
  const slice = toSlice(query, { since: anchorOf(since), before: anchorOf(before) });
  if (settledSince === null) {
    return toAnswer(await readByCreation({ query, slice }));
  }
  const seq = anchorOf(settledSince)?.seq ?? null;
  // A record that has not settled has no position in the order of settlement, so a list in this
  // order cannot begin after it.
  if (seq === null) return { kind: 'unknown_identifier', identifier: settledSince };
  return toAnswer(await deep.bySettlement(query, slice, seq));
}

const toAnswer = (bodies: readonly string[] | null): HistoryAnswer =>
  bodies === null ? { kind: 'too_many_lists' } : { kind: 'records', bodies };

interface Anchor {
  readonly identifier: string;
  readonly createdAt: Date;
  readonly id: string;
  readonly seq: bigint | null;
}

/**
 * Finds the records, invoices or payments whose identifiers a query names, with their positions in
 * the lists.
 */
async function findAnchors(
  sql: Sql,
  userId: string,
  identifiers: readonly string[],
): Promise<readonly Anchor[]> {
  const list = sql.array([...identifiers], ARRAY_OF.text);
  const rows = await sql<
    { identifier: string; created_at: Date; id: string; seq: bigint | null }[]
  >`
    select identifier, created_at, id, seq from settled_record
      where identifier = any (${list}) and user_id = ${userId} and rail = 'lightning'
    union all
    select identifier, created_at, id, null from invoice
      where identifier = any (${list}) and user_id = ${userId} and settled_at is null
    union all
    select identifier, created_at, id, null from payment
      where identifier = any (${list}) and user_id = ${userId} and fee_msat is null`;
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
}

async function readKinds(
  sql: Sql,
  userId: string,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, MovementKind>> {
  if (identifiers.length === 0) return new Map();
  const rows = await sql<{ identifier: string; kind: MovementKind }[]>`
    select identifier, kind from filled_record
    where identifier = any (${sql.array([...identifiers], ARRAY_OF.text)})
      and user_id = ${userId} and rail = 'lightning'`;
  return new Map(rows.map(({ identifier, kind }) => [identifier, kind]));
}

interface FoundRow {
  readonly body: string | null;
  readonly invoice: string | null;
  readonly payment: string | null;
}

/**
 * Finds what a user has under a payment hash: the first money received, else a settled payment,
 * else an open invoice or payment.
 */
async function findByHash(
  sql: Sql,
  userId: string,
  paymentHash: string,
): Promise<FoundByHash | null> {
  const hash = hexParameter(paymentHash);
  const [row] = await sql<FoundRow[]>`
    select
      (select body from settled_record
        where id in (${recordIdsOfHash(sql, hash)}) and user_id = ${userId} and rail = 'lightning'
        order by direction, seq limit 1) as body,
      (select ${sql.unsafe(INVOICE_JSON)} from invoice
        where payment_hash = ${hash} and user_id = ${userId}) as invoice,
      (select ${sql.unsafe(PAYMENT_JSON)} from payment
        where payment_hash = ${hash} and user_id = ${userId}
          and path = 'node' and failure_reason is null) as payment`;
  if (row === undefined) return null;
  if (row.body !== null) return { kind: 'record', body: row.body };
  if (row.invoice !== null) return { kind: 'invoice', found: parseFoundInvoice(row.invoice) };
  if (row.payment !== null) return { kind: 'payment', payment: parsePayment(row.payment) };
  return null;
}

/**
 * Finds the BOLT11 text of a record for the picture of its QR code. No token is checked, as
 * everyone who knows the record's identifier may see the text.
 */
async function findBolt11ByIdentifier(sql: Sql, identifier: string): Promise<string | null> {
  const [row] = await sql<{ bolt11: string | null }[]>`
    select coalesce(
      (select bolt11 from invoice where identifier = ${identifier}),
      (select coalesce(p.bolt11, v.bolt11)
        from settled_record r
        left join payment p on p.id = r.id
        left join receipt c on c.id = r.id
        left join invoice v on v.id = c.invoice_id
        where r.identifier = ${identifier} and r.rail = 'lightning'),
      (select bolt11 from payment where identifier = ${identifier} and fee_msat is null)
    ) as bolt11`;
  const bolt11 = row?.bolt11 ?? '';
  return bolt11 === '' ? null : bolt11;
}
