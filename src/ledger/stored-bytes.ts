import { textBytes } from '../authorization/storage-allowance.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '../base/limits.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { Invoice } from './invoice.ts';
import type { InternalPaymentEvent, ReserveEvent } from './money-store.ts';
import type { PaymentOrder } from './payment.ts';

/**
 * Estimates how many bytes an order (an invoice or a payment) takes in the database, for the limit
 * of what one user may store: its rows in all tables with their indexes, as measured by `npm run
 * bench -- abuse`, and the texts that its caller chose.
 */

const NODE_PAYMENT_BYTES = 5120;
const INTERNAL_PAYMENT_BYTES = 6144;
const INVOICE_BYTES = 4096;
const BATCH_ITEM_BYTES = 512;
const DELIVERY_BYTES = 512;

/**
 * Bytes of the webhook deliveries that an internal payment may cause: one is stored for each
 * endpoint of payer and payee. How many endpoints they have is not known yet, so the greatest
 * allowed number is assumed.
 */
const INTERNAL_DELIVERIES_BYTES = 2 * MAX_WEBHOOK_ENDPOINTS * DELIVERY_BYTES;

/**
 * Estimates the bytes of a payment over the node. Its note and custom records count twice, as the
 * payment's record for the user contains them again.
 */
export const nodePaymentBytes = ({ order }: ReserveEvent): number =>
  NODE_PAYMENT_BYTES + orderBytes(order) + textBytes(order.memo) + recordsBytes(order.records);

/**
 * Estimates the bytes of an internal payment. Payer and payee each have a record, and for a keysend
 * the receipt contains the custom records once more.
 */
export const internalPaymentBytes = ({
  order,
  payerRecord,
  payeeRecord,
}: InternalPaymentEvent): number =>
  INTERNAL_PAYMENT_BYTES +
  INTERNAL_DELIVERIES_BYTES +
  orderBytes(order) +
  recordsBytes(order.records) +
  textBytes(payerRecord, payeeRecord);

/**
 * Estimates the bytes of a withdrawal. A withdrawal to another user of this service has a record
 * for each of the two users. The text about its purpose counts twice, as the record contains it
 * again.
 */
export const withdrawalBytes = ({
  internal,
  purpose = null,
}: {
  readonly internal: { readonly record: string; readonly payeeRecord: string } | null;
  readonly purpose?: string | null;
}): number =>
  internal === null
    ? NODE_PAYMENT_BYTES + textBytes(purpose, purpose)
    : INTERNAL_PAYMENT_BYTES +
      textBytes(purpose) +
      INTERNAL_DELIVERIES_BYTES +
      textBytes(internal.record, internal.payeeRecord);

const orderBytes = ({ bolt11, memo, records, sentTo }: PaymentOrder): number =>
  textBytes(bolt11, memo, sentTo && JSON.stringify(sentTo)) + recordsBytes(records);

export const invoiceBytes = (invoice: Invoice): number =>
  INVOICE_BYTES +
  textBytes(
    invoice.memo,
    invoice.memo,
    invoice.comment,
    invoice.metadataJson,
    invoice.payerName,
    invoice.payerEmail,
    invoice.payerPubkey,
  );

export interface StoredItem {
  readonly destination: string;
  readonly memo: string | null;
  readonly records: CustomRecords;
  readonly recordsText: Readonly<Record<string, string>> | null;
}

/** Estimates the bytes of an item of a batch of payments, before it becomes a payment. */
export const batchItemBytes = ({ destination, memo, records, recordsText }: StoredItem): number =>
  BATCH_ITEM_BYTES +
  textBytes(destination, memo, recordsText && JSON.stringify(recordsText)) +
  recordsBytes(records);

/** Estimates the bytes of custom records, which are stored in hex. */
const recordsBytes = (records: CustomRecords): number =>
  [...records.values()].reduce((sum, { length }) => sum + 2 * length, 0);
