import { assert } from '../../base/assert.ts';
import { bytesToHex } from '../../base/hex.ts';
import { isoTime } from '../../base/wire-time.ts';
import { byteaList, recordsToJson } from '../../database/column-values.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { CustomRecords } from '../../lightning/custom-records.ts';
import type { InternalPaymentEvent } from '../money-store.ts';
import type { MoneyAnswer } from './money-answers.ts';

/**
 * Settles internal payments. Each attribute is passed as one list with a value per payment, which
 * the database reads faster than JSON.
 */
export async function settleInternally(
  sql: Sql,
  events: readonly InternalPaymentEvent[],
): Promise<readonly MoneyAnswer[]> {
  for (const { order, receipt } of events) {
    assert(receipt.source === 'internal', 'an internal payment has an internal receipt');
    assert(receipt.paymentHash === order.paymentHash, 'both sides bear one hash');
    assert(receipt.amountMsat === order.amountMsat, 'the payee gets what the payer pays');
  }
  const wordsOf = (read: (event: InternalPaymentEvent) => Word): string => listOf(events.map(read));
  const bytesOf = (read: (event: InternalPaymentEvent) => string | null | undefined): string =>
    byteaList(withoutNothing(events.map((event) => read(event) ?? null)));
  const textsOf = (read: (event: InternalPaymentEvent) => string | null | undefined) =>
    sql.array(withoutNothing(events.map((event) => read(event) ?? null)), ARRAY_OF.text);
  return await sql<MoneyAnswer[]>`
    select outcome, detail, target_id from settle_between_wallets(
      ${wordsOf(({ order }) => order.id)}, ${wordsOf(({ order }) => order.identifier)},
      ${wordsOf(({ order }) => order.userId)}, ${textsOf(({ order }) => order.grantId)},
      ${wordsOf(({ order }) => order.kind)}, ${bytesOf(({ order }) => order.paymentHash)},
      ${bytesOf(({ order, receipt }) => order.preimage ?? receipt.preimage)},
      ${wordsOf(({ order }) => order.amountMsat)}, ${textsOf(({ order }) => order.destination)},
      ${textsOf(({ order }) => order.bolt11)}, ${textsOf(({ order }) => order.memo)},
      ${bytesOf(({ order }) => order.descriptionHash)},
      ${textsOf(({ order }) => recordsOf(order))}::jsonb[],
      ${wordsOf(({ order }) => order.batch?.batchId)},
      ${wordsOf(({ order }) => order.batch?.index)},
      ${textsOf(({ order }) => order.sentTo && JSON.stringify(order.sentTo))}::jsonb[],
      ${wordsOf(({ order }) => isoTime(order.createdAt))},
      ${textsOf(({ idempotency }) => idempotency?.key ?? null)},
      ${bytesOf(({ idempotency }) => idempotency && bytesToHex(idempotency.requestHash))},
      ${wordsOf(({ payeeUserId }) => payeeUserId)}, ${wordsOf(({ invoiceId }) => invoiceId)},
      ${wordsOf(({ receipt }) => receipt.id)}, ${wordsOf(({ receipt }) => receipt.identifier)},
      ${textsOf(({ receipt }) => recordsOf(receipt))}::jsonb[],
      ${wordsOf(({ receipt }) => isoTime(receipt.createdAt))},
      ${wordsOf(({ receipt }) => isoTime(receipt.settledAt))},
      ${wordsOf(({ hasBoostagram }) => hasBoostagram)}, ${bodiesOf(events)},
      ${bytesOf(({ payerToken }) => payerToken && bytesToHex(payerToken.hash))},
      ${textsOf(({ payerToken }) => payerToken?.version)}::timestamptz[])`;
}

/** Custom records as text. Null when there are none, as in most payments. */
const recordsOf = ({ records }: { readonly records: CustomRecords }): string | null =>
  records.size === 0 ? null : JSON.stringify(recordsToJson(records));

/** A value whose text never needs quotes within a PostgreSQL array. */
type Word = string | bigint | number | boolean | null | undefined;

const listOf = (words: readonly Word[]): string =>
  `{${withoutNothing(words)
    .map((word) => word ?? 'null')
    .join()}}`;

/** Replaces a list whose values are all null by an empty list, which is shorter to send. */
const withoutNothing = <Value>(values: readonly Value[]): readonly Value[] =>
  values.some((value) => value !== null && value !== undefined) ? values : [];

/**
 * Joins the records of payer and payee of each payment, in turn and one per line. Compact JSON
 * contains no line feeds.
 */
function bodiesOf(events: readonly InternalPaymentEvent[]): string {
  const bodies = events.flatMap(({ payerRecord, payeeRecord }) => [payerRecord, payeeRecord]);
  assert(!bodies.some((body) => body.includes('\n')), 'a record is one line');
  return bodies.join('\n');
}
