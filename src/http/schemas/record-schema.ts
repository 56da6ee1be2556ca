import { Type } from 'typebox';
import { wholeNumber } from './amount-schema.ts';
import { nullable } from './nullable.ts';

const time = (description: string) =>
  Type.String({
    description: `${description}, ISO 8601 in UTC with milliseconds`,
    pattern: '^(\\+\\d{6}|\\d{4})-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    examples: ['2026-11-21T10:13:07.512Z'],
  });
const hex32 = (description: string) =>
  Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: ['4f'.repeat(32)] });
const text = (description: string) => nullable(Type.String({ description }));

/** The 33 fields of a movement, as lists and webhooks show it. */
const recordFields = {
  amount: wholeNumber('Satoshis'),
  boostagram: nullable(
    Type.Object({}, { additionalProperties: true, description: 'Record 7629169 of a keysend' }),
  ),
  comment: text("The creator's note, or the message of a boostagram"),
  created_at: time('When it was created'),
  creation_date: wholeNumber('When it was created, in seconds of Unix time'),
  currency: Type.Literal('BTC'),
  custom_records: nullable(
    Type.Record(Type.String({ pattern: '^\\d+$' }), Type.String(), {
      description: 'Record type → base64 of its bytes',
    }),
  ),
  description_hash: nullable(hex32('SHA-256 of the description')),
  destination_alias: text('Name of the node that is paid'),
  destination_pubkey: text('Key of the node that is paid'),
  expires_at: nullable(time('When it can no longer be paid')),
  expiry: wholeNumber('Seconds from creation to expiry'),
  fee: wholeNumber('Satoshis that sending cost; 0 for what came in'),
  fiat_currency: Type.String(),
  fiat_in_cents: wholeNumber('Worth in cents when it was created; 0 without a rate source'),
  first_route_hint_alias: text('Name of the node where the first route hint begins'),
  first_route_hint_pubkey: text('Key of the node where the first route hint begins'),
  identifier: Type.String({
    description: 'For `q[since]` and `q[before]`',
    pattern: '^[A-Za-z0-9]{24}$',
    examples: ['bR4xK0w9mQ2Zt7LdYv1NcHsE'],
  }),
  keysend_message: text('Record 34349334 of a keysend'),
  memo: text('Description of the invoice, or the note of a keysend'),
  metadata: Type.Unknown({ description: 'The object that the creator sent, or null' }),
  payer_email: text("The creator's note"),
  payer_name: text("The creator's note, or the sender of a boostagram"),
  payer_pubkey: text("The creator's note"),
  payment_hash: hex32('Names the payment on the network'),
  payment_request: Type.String({ description: 'BOLT11 invoice; empty for a keysend' }),
  preimage: nullable(hex32('Proof of payment; null until it is settled')),
  r_hash_str: hex32('The payment hash once more'),
  settled: Type.Boolean(),
  settled_at: nullable(time('When the money arrived or left')),
  state: Type.Enum(['CREATED', 'SETTLED']),
  type: Type.Enum(['incoming', 'outgoing']),
  value: wholeNumber('The amount once more'),
};

export const recordSchema = Type.Object(recordFields, {
  $id: 'InvoiceRecord',
  description: 'Money that came in or went out, as lists show it',
  additionalProperties: false,
});

/** 35 fields: created and single records show where the QR codes are. */
export const singleRecordSchema = Type.Object(
  {
    ...recordFields,
    qr_code_png: Type.String({ description: 'Address of a picture of the QR code' }),
    qr_code_svg: Type.String({ description: 'The same as SVG' }),
  },
  {
    $id: 'SingleInvoiceRecord',
    description: 'An invoice or payment, settled or open',
    additionalProperties: false,
  },
);
