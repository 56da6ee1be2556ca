import { textBytes } from '../authorization/storage-allowance.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '../base/limits.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import type { Invoice } from './invoice.ts';
import type { InternalPaymentEvent, ReserveEvent } from './money-store.ts';
import type { PaymentOrder } from './payment.ts';

/**
 * About how many bytes of the database an order takes: its rows in all tables with their indexes,
 * as `npm run bench -- abuse` measures them, and the texts that its caller chose.
 */

const NODE_PAYMENT_BYTES = 5120;
const INTERNAL_PAYMENT_BYTES = 6144;
const INVOICE_BYTES = 4096;
const BATCH_ITEM_BYTES = 512;
const DELIVERY_BYTES = 512;

/**
 * Payer and payee may each have as many endpoints as a user can have, and each of these gets a
 * delivery, which stays. A payment to someone here costs nothing, so it is counted as if they had
 * them all: how many they have is not known before it is written.
 */
const INTERNAL_DELIVERIES_BYTES = 2 * MAX_WEBHOOK_ENDPOINTS * DELIVERY_BYTES;

/** Bytes of a node payment: memo and records stand in it, and in its record once it has settled. */
export const nodePaymentBytes = ({ order }: ReserveEvent): number =>
  NODE_PAYMENT_BYTES + orderBytes(order) + textBytes(order.memo) + recordsBytes(order.records);

/**
 * Bytes of an internal payment: payer and payee each have a record; the receipt has the records of
 * a keysend once more.
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

/** Bytes of a withdrawal: one to someone here has a record for each of the two. */
export const withdrawalBytes = (
  internal: { readonly record: string; readonly payeeRecord: string } | null,
): number =>
  internal === null
    ? NODE_PAYMENT_BYTES
    : INTERNAL_PAYMENT_BYTES +
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

/** Bytes of an item of a batch, before it becomes a payment. */
export const batchItemBytes = ({ destination, memo, records, recordsText }: StoredItem): number =>
  BATCH_ITEM_BYTES +
  textBytes(destination, memo, recordsText && JSON.stringify(recordsText)) +
  recordsBytes(records);

/** Bytes of custom records, which are stored in hex. */
const recordsBytes = (records: CustomRecords): number =>
  [...records.values()].reduce((sum, { length }) => sum + 2 * length, 0);
