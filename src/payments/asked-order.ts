import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { msat, sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { BatchOrder } from './keysend-order.ts';
import { MAX_KEYSENDS } from './limits.ts';
import {
  digits,
  IDS_FORM,
  like,
  object,
  orNull,
  type PlannedOrder,
  type PlannedPayment,
  readPlannedPayment,
  text,
  writePlannedPayment,
} from './planned-payment.ts';

/** What waits for an approval: one payment, or the keysends of one call. */
export type AskedOrder = PlannedOrder | PlannedKeysends;

/**
 * Several keysends, which become a batch whose id is the planned id of the payment. They are kept
 * as the caller ordered them, because invalid ones are part of the answer too.
 */
export interface PlannedKeysends {
  readonly kind: 'keysends';
  readonly items: readonly PlannedItem[];
}

export type PlannedItem = Required<Omit<BatchOrder, 'records' | 'sentTo'>>;

/** Writes what waits for an approval as JSON for storage. */
export function writeAskedOrder({ order, ...planned }: PlannedPayment<AskedOrder>): string {
  if (order.kind !== 'keysends') return writePlannedPayment({ ...planned, order });
  const { ids, maxFeeSat } = planned;
  assert(maxFeeSat !== null, 'the highest fee of what asks is known');
  const items = order.items.map((item) => ({
    destination: item.destination,
    amountMsat: String(item.amountMsat),
    memo: item.memo,
    recordsText: item.recordsText,
    maxFeeSat: String(item.maxFeeSat),
  }));
  const form: KeysendsForm = { ids, keysends: items, maxFeeSat: String(maxFeeSat) };
  assert(Check(KEYSENDS_FORM, form), 'what is planned was checked before');
  return JSON.stringify(form);
}

/**
 * Reads what waits for an approval. Any text that `writeAskedOrder` could not have written is a bug
 * and throws.
 */
export function readAskedOrder(stored: string): PlannedPayment<AskedOrder> {
  const form: unknown = JSON.parse(stored);
  if (!Check(KEYSENDS_FORM, form)) return readPlannedPayment(stored);
  const items = form.keysends.map((item) => ({
    ...item,
    amountMsat: msat(BigInt(item.amountMsat)),
    maxFeeSat: sat(BigInt(item.maxFeeSat)),
  }));
  return {
    ids: form.ids,
    order: { kind: 'keysends', items },
    maxFeeSat: sat(BigInt(form.maxFeeSat)),
  };
}

const KEYSENDS_FORM = object({
  ids: IDS_FORM,
  keysends: Type.Array(
    object({
      destination: text,
      amountMsat: digits,
      memo: orNull(text),
      recordsText: orNull(Type.Record(like('^[^]*$'), text)),
      maxFeeSat: digits,
    }),
    { minItems: 1, maxItems: MAX_KEYSENDS },
  ),
  maxFeeSat: digits,
});
type KeysendsForm = Static<typeof KEYSENDS_FORM>;
