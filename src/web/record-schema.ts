import { Type } from 'typebox';
import { wholeNumber } from './amount-schema.ts';
import { nullable } from './nullable.ts';

const time = (description: string) =>
  Type.String({
    description: `${description}, ISO 8601 in UTC with milliseconds.`,
    pattern: '^(\\+\\d{6}|\\d{4})-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    examples: ['2026-11-21T10:13:07.512Z'],
  });
const hex32 = (description: string) =>
  Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: ['4f'.repeat(32)] });
const text = (description: string) => nullable(Type.String({ description }));

/** Schemas of the fields of a record, as lists and webhooks show it. */
const recordFields = {
  amount: wholeNumber('Amount in sat, without the fee.'),
  boostagram: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Boostagram of a keysend payment (custom record 7629169).',
      },
    ),
  ),
  comment: text('Comment from the creation of the invoice, or message of the boostagram.'),
  created_at: time('When the invoice or payment was created'),
  creation_date: wholeNumber('Same as `created_at`, in seconds of Unix time.'),
  currency: Type.Literal('BTC', { description: 'Always `BTC`.' }),
  custom_records: nullable(
    Type.Record(Type.String({ pattern: '^\\d+$' }), Type.String(), {
      description: 'Custom records: record types in decimal, and values in base64.',
    }),
  ),
  description_hash: nullable(hex32('SHA-256 of the description in hex.')),
  destination_alias: text('Alias of the receiving node.'),
  destination_pubkey: text('Public key of the receiving node, in hex.'),
  expires_at: nullable(time('When the invoice expires')),
  expiry: wholeNumber('Seconds from creation to expiry.'),
  fee: wholeNumber('Routing fee in sat; 0 for incoming payments.'),
  fiat_currency: Type.String({ description: 'Currency of `fiat_in_cents`.' }),
  fiat_in_cents: wholeNumber('Value in cents at creation; 0 if no exchange rate is known.'),
  first_route_hint_alias: text('Alias of the node where the first route hint begins.'),
  first_route_hint_pubkey: text('Public key of the node where the first route hint begins.'),
  identifier: Type.String({
    description: 'Identifier of the record, for `q[since]` and the like.',
    pattern: '^[A-Za-z0-9]{24}$',
    examples: ['bR4xK0w9mQ2Zt7LdYv1NcHsE'],
  }),
  keysend_message: text('Message of a keysend payment (custom record 34349334).'),
  memo: text('Description of the invoice, or memo of the keysend payment.'),
  metadata: Type.Unknown({ description: 'Metadata from the creation of the invoice, or null.' }),
  payer_email: text('E-mail address of the payer, from the creation of the invoice.'),
  payer_name: text('Name of the payer, from the creation of the invoice or the boostagram.'),
  payer_pubkey: text('Public key of the payer, from the creation of the invoice.'),
  payment_hash: hex32('Payment hash in hex.'),
  payment_request: Type.String({
    description: 'BOLT11 invoice; empty for a keysend payment.',
  }),
  preimage: nullable(hex32('Preimage in hex, the proof of payment. Null until settled.')),
  r_hash_str: hex32('Same as `payment_hash`.'),
  settled: Type.Boolean({ description: 'Whether the invoice or payment is settled.' }),
  settled_at: nullable(time('When the payment settled')),
  state: Type.Enum(['CREATED', 'SETTLED'], {
    description: '`CREATED` until the invoice or payment settles, then `SETTLED`.',
  }),
  type: Type.Enum(['incoming', 'outgoing'], {
    description: 'Whether the wallet receives or sends.',
  }),
  value: wholeNumber('Same as `amount`.'),
};

export const recordSchema = Type.Object(recordFields, {
  $id: 'InvoiceRecord',
  description: 'A settled incoming or outgoing invoice or keysend payment.',
  additionalProperties: false,
});

/**
 * The schema of a response with a single record, which also contains the addresses of its QR codes.
 */
export const singleRecordSchema = Type.Object(
  {
    ...recordFields,
    qr_code_png: Type.String({ description: 'URL of the QR code as PNG.' }),
    qr_code_svg: Type.String({ description: 'URL of the QR code as SVG.' }),
  },
  {
    $id: 'SingleInvoiceRecord',
    description: 'An invoice or payment, settled or open.',
    additionalProperties: false,
  },
);
