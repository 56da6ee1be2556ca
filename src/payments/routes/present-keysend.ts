import type { Static } from 'typebox';
import { debitSat, satToNumber } from '../../base/amount.ts';
import type { SettledPayment } from '../../ledger/payment.ts';
import { type ErrorBody, errorBody } from '../../web/wire-errors.ts';
import { isPreimageRecord, type KeysendOrder } from '../keysend-order.ts';
import type { KeysendItemResult } from '../send-keysends.ts';
import type { keysendResultSchema } from './keysend-schemas.ts';
import { payError } from './pay-errors.ts';

type KeysendResult = Static<typeof keysendResultSchema>;

/**
 * Presents a keysend with its custom records in plain text, as the payer sent them. The history of
 * payments shows the records in another form.
 */
export function presentKeysend(order: KeysendOrder, payment: SettledPayment): KeysendResult {
  return {
    ...unpaid(order),
    amount: satToNumber(payment.amountSat),
    destination: payment.destination,
    fee: satToNumber(payment.feeSat),
    payment_hash: payment.paymentHash,
    payment_preimage: payment.preimage,
  };
}

export interface KeysendItem {
  keysend: KeysendResult;
  error?: ErrorBody | typeof NO_ERROR;
}

/**
 * Presents an item in the answer to a batch of keysends. In the specification's sample, successful
 * items have an `error` with code 0. Some apps take any `error` for a failure, so the operator may
 * leave it out.
 */
export function presentKeysendItem(
  { order, result }: KeysendItemResult,
  errors: 'always' | 'failed',
): KeysendItem {
  if (!result.ok) return { keysend: unpaid(order), error: errorBody(payError(result.refusal)) };
  const keysend = presentKeysend(order, result.value);
  return errors === 'always' ? { keysend, error: NO_ERROR } : { keysend };
}

const NO_ERROR = { code: 0, error: false, message: '' } as const;

const unpaid = (order: KeysendOrder): KeysendResult => ({
  amount: satToNumber(debitSat(order.amountMsat)),
  custom_records: sentRecords(order),
  description: order.memo ?? '',
  description_hash: '',
  destination: order.destination,
  fee: 0,
  payment_hash: '',
  payment_preimage: '',
});

function sentRecords({ recordsText }: KeysendOrder): Readonly<Record<string, string>> | null {
  if (recordsText === null) return null;
  const sent = Object.entries(recordsText).filter(([type]) => !isPreimageRecord(type));
  return Object.fromEntries(sent);
}
