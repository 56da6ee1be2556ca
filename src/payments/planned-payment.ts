import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Msat, msat, type Sat, sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { SentTo } from '../ledger/sent-to.ts';
import type { CustomRecords } from '../lightning/custom-records.ts';
import { WITHDRAWAL_SPEEDS, type WithdrawalOrder } from '../onchain/withdrawal.ts';
import type { CheckedKeysend } from './keysend-order.ts';
import type { PlannedIds } from './planned-ids.ts';

/**
 * A payment with its ids and everything that is needed to start it, except for the payer and the
 * idempotency key: see pay-planned.ts.
 */
export interface PlannedPayment<Order = PlannedOrder> {
  readonly ids: PlannedIds;
  readonly order: Order;
  /** The upper limit of the fee reserve; null when only the operator's settings apply. */
  readonly maxFeeSat: Sat | null;
}

/**
 * What a planned payment pays: one member for each kind of Lightning payment, and one for
 * withdrawals.
 */
export type PlannedOrder = PlannedLightning | PlannedWithdrawal;

export type PlannedLightning = {
  readonly bolt11: PlannedInvoice;
  readonly keysend: PlannedKeysend;
}[MovementKind];

export interface PlannedInvoice {
  readonly kind: 'bolt11';
  readonly bolt11: string;
  /** The amount to pay; null when the invoice states it. */
  readonly amountMsat: Msat | null;
  readonly sentTo: SentTo | null;
}

export interface PlannedKeysend extends CheckedKeysend {
  readonly kind: 'keysend';
  readonly amountMsat: Msat;
}

/** A withdrawal, whose id is the id of the planned payment. */
export interface PlannedWithdrawal extends WithdrawalOrder {
  readonly kind: 'onchain';
}

/** Writes a planned payment as JSON for storage. Amounts are strings of digits. */
export function writePlannedPayment({ ids, order, maxFeeSat }: PlannedPayment): string {
  const form: PlannedForm = {
    ids,
    order: formOf(order),
    maxFeeSat: maxFeeSat === null ? null : String(maxFeeSat),
  };
  assert(Check(PLANNED_FORM, form), 'what is planned was checked before');
  return JSON.stringify(form);
}

/**
 * Reads a stored planned payment. Any text that `writePlannedPayment` could not have written is a
 * bug and throws.
 */
export function readPlannedPayment(text: string): PlannedPayment {
  const form: unknown = JSON.parse(text);
  assert(Check(PLANNED_FORM, form), 'a planned payment is stored as it was written');
  const { ids, order, maxFeeSat } = form;
  return {
    ids,
    order: orderOf(order),
    maxFeeSat: maxFeeSat === null ? null : sat(BigInt(maxFeeSat)),
  };
}

function formOf(order: PlannedOrder): PlannedForm['order'] {
  switch (order.kind) {
    case 'bolt11': {
      const { kind, bolt11, amountMsat, sentTo } = order;
      return { kind, bolt11, amountMsat: amountMsat === null ? null : String(amountMsat), sentTo };
    }
    case 'keysend': {
      const { kind, destination, amountMsat, memo, records, sentTo } = order;
      const hex = [...records].map(([type, bytes]) => [String(type), bytesToHex(bytes)] as const);
      const named = Object.fromEntries(hex);
      return { kind, destination, amountMsat: String(amountMsat), memo, records: named, sentTo };
    }
    case 'onchain': {
      const { kind, address, amountSat, speed, purpose } = order;
      const said = purpose === undefined ? {} : { purpose };
      return { kind, address, amountSat: String(amountSat), speed, ...said };
    }
  }
}

function orderOf(form: PlannedForm['order']): PlannedOrder {
  switch (form.kind) {
    case 'bolt11': {
      const { amountMsat } = form;
      return { ...form, amountMsat: amountMsat === null ? null : msat(BigInt(amountMsat)) };
    }
    case 'keysend':
      return {
        ...form,
        amountMsat: msat(BigInt(form.amountMsat)),
        records: recordsOf(form.records),
      };
    case 'onchain':
      return { ...form, amountSat: sat(BigInt(form.amountSat)) };
  }
}

const recordsOf = (form: Readonly<Record<string, string>>): CustomRecords =>
  new Map(
    Object.entries(form).map(([type, hex]) => {
      const bytes = hexToBytes(hex);
      assert(bytes !== null, 'bytes are stored as hex');
      return [BigInt(type), bytes];
    }),
  );

export const object = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
export const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
export const text = Type.String();
export const like = (pattern: string) => Type.String({ pattern });
export const digits = like('^(0|[1-9][0-9]{0,18})$');

const SUCCESS_FORM = Type.Union([
  object({ tag: Type.Literal('message'), message: text }),
  object({ tag: Type.Literal('url'), description: text, url: text }),
  object({ tag: Type.Literal('aes'), description: text, ciphertext: text, iv: text }),
]);
const SENT_TO_FORM = object({
  payee: text,
  comment: orNull(text),
  successAction: orNull(SUCCESS_FORM),
  link: Type.Optional(text),
});
const INVOICE_FORM = object({
  kind: Type.Literal('bolt11'),
  bolt11: like('.'),
  amountMsat: orNull(digits),
  sentTo: orNull(SENT_TO_FORM),
});
const KEYSEND_FORM = object({
  kind: Type.Literal('keysend'),
  destination: like('^0[23][0-9a-f]{64}$'),
  amountMsat: digits,
  memo: orNull(text),
  records: Type.Record(like('^[1-9][0-9]{0,19}$'), like('^([0-9a-f]{2})*$'), {
    additionalProperties: false,
  }),
  sentTo: orNull(SENT_TO_FORM),
});
const WITHDRAWAL_FORM = object({
  kind: Type.Literal('onchain'),
  address: like('^[0-9A-Za-z]+$'),
  amountSat: digits,
  speed: Type.Enum(WITHDRAWAL_SPEEDS),
  purpose: Type.Optional(text),
});
export const IDS_FORM = object({
  paymentId: like('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  identifier: like('^[A-Za-z0-9]{24}$'),
  preimage: like('^[0-9a-f]{64}$'),
});
const PLANNED_FORM = object({
  ids: IDS_FORM,
  order: Type.Union([INVOICE_FORM, KEYSEND_FORM, WITHDRAWAL_FORM]),
  maxFeeSat: orNull(digits),
});
type PlannedForm = Static<typeof PLANNED_FORM>;
