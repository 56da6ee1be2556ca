import type { Sql } from '../../database/sql.ts';

/**
 * SQL that selects the ids of all records under a payment hash, whoever owns them. A record has the
 * id of the payment or receipt that made it, and these have indexes by hash. Ids of payments and
 * receipts without a record are among them.
 */
export const recordIdsOfHash = (sql: Sql, hash: Uint8Array) => sql`
  with paid as materialized (
    select id from payment where payment_hash = ${hash} and path = 'internal'
    union all
    select id from payment
      where payment_hash = ${hash} and path = 'node' and failure_reason is null
  ), received as materialized (
    select id from receipt where payment_hash = ${hash} and source = 'node'
    union all
    select r.id from paid join receipt r on r.payment_id = paid.id
  )
  select id from paid
  union all
  select id from received
  union all
  select claim.id from received join receipt claim on claim.claimed_receipt_id = received.id`;
