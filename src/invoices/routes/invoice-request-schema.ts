import { Type } from 'typebox';
import {
  MAX_DESCRIPTION_BYTES,
  MAX_INVOICE_EXPIRY_SEC,
  MAX_NOTE_LENGTH,
  MIN_INVOICE_EXPIRY_SEC,
} from '../../base/limits.ts';
import { invoiceAmountSchema } from '../../web/amount-schema.ts';
import { optional } from '../../web/nullable.ts';
import { DEFAULT_INVOICE_EXPIRY_SEC, MAX_METADATA_BYTES, MAX_METADATA_DEPTH } from '../limits.ts';

const note = (name: string) =>
  optional(
    Type.String({
      description:
        `${name}, up to ${MAX_NOTE_LENGTH} characters. It is saved with the invoice, but is not ` +
        'part of the BOLT11 invoice.',
    }),
  );

export const invoiceRequestSchema = Type.Object(
  {
    amount: invoiceAmountSchema,
    description: optional(
      Type.String({
        description: `Text in the BOLT11 invoice, up to ${MAX_DESCRIPTION_BYTES} bytes of UTF-8.`,
        examples: ['Two coffees'],
      }),
    ),
    memo: optional(Type.String({ description: 'Same as `description`, which takes precedence.' })),
    description_hash: optional(
      Type.String({
        description:
          'SHA-256 of the description, 64 hexadecimal digits. The BOLT11 invoice contains it ' +
          'instead of the description.',
      }),
    ),
    currency: optional(Type.String({ description: 'Only `btc` is supported.', default: 'btc' })),
    comment: note('Comment'),
    metadata: optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            `Any data, up to ${MAX_METADATA_BYTES} bytes of JSON in ` +
            `${MAX_METADATA_DEPTH} levels. It is saved with the invoice, but is not part of the ` +
            'BOLT11 invoice. Numbers in it come back as they were sent.',
        },
      ),
    ),
    payer_name: note('Name of the payer'),
    payer_email: note('E-mail address of the payer'),
    payer_pubkey: note('Nostr or node public key of the payer'),
    expiry: optional(
      Type.Integer({
        minimum: MIN_INVOICE_EXPIRY_SEC,
        maximum: MAX_INVOICE_EXPIRY_SEC,
        description: `Seconds until the invoice expires. Default: ${DEFAULT_INVOICE_EXPIRY_SEC}.`,
      }),
    ),
  },
  { $id: 'InvoiceRequest', examples: [{ amount: 1000, description: 'Two coffees' }] },
);
