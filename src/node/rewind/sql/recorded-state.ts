import { GONE } from '../../../background/process-store.ts';
import { bytesToHex } from '../../../base/hex.ts';
import { hexParameter } from '../../../database/column-values.ts';
import { ARRAY_OF, type Sql } from '../../../database/sql.ts';
import { STUCK } from '../../../ledger/payment-failure.ts';
import type { RecordedPayment } from '../../../lightning/node-port.ts';
import type { RecordedState } from '../../comparison-store.ts';

/**
 * Finds, by payment hash, what the database knows about payments that the node is sending or has
 * paid. Payments with which the operator buys channels are known too. If this service ended a
 * payment as failed because it hung in the node, its row counts only for that very payment of the
 * node.
 */
export async function recordedStateOf(
  sql: Sql,
  payments: readonly RecordedPayment[],
): Promise<ReadonlyMap<string, RecordedState>> {
  const hashes = payments.map(({ paymentHash }) => hexParameter(paymentHash));
  const rows = await sql<{ payment_hash: Uint8Array; recorded: RecordedState }[]>`
    select payment_hash,
      case when state = 'reserved' then 'reserved'
        when sender_process_id = ${GONE} then 'was_reserved' else 'known' end as recorded
    from payment
    where payment_hash = any (${sql.array(hashes, ARRAY_OF.bytea)})
      and path = 'node' and failure_reason is null
    union all
    select payment_hash, 'known' from channel_order
    where payment_hash = any (${sql.array(hashes, ARRAY_OF.bytea)}) and paid_by = 'lightning'`;
  const live = new Map(rows.map((row) => [bytesToHex(row.payment_hash), row.recorded]));
  const doubtful = payments.filter(({ paymentHash }) => live.get(paymentHash) !== 'known');
  const givenBack = doubtful.length === 0 ? NONE_GIVEN_BACK : await listGivenBack(sql);
  return new Map(
    payments.map(({ paymentHash, paymentIndex }) => [
      paymentHash,
      givenBack.has(`${paymentHash} ${paymentIndex}`)
        ? 'known'
        : (live.get(paymentHash) ?? 'unknown'),
    ]),
  );
}

const NONE_GIVEN_BACK: ReadonlySet<string> = new Set();

/**
 * Lists the few payments that hung in the node forever and that this service therefore ended, by
 * payment hash and index.
 */
async function listGivenBack(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ payment_hash: Uint8Array; acknowledged_index: bigint | null }[]>`
    select payment_hash, acknowledged_index
    from stranded_payment
    join payment on payment.id = stranded_payment.payment_id
    where failure_reason = ${STUCK.reason}`;
  return new Set(rows.map((row) => `${bytesToHex(row.payment_hash)} ${row.acknowledged_index}`));
}
