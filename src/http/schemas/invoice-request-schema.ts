import { Type } from 'typebox';
import {
  MAX_DESCRIPTION_BYTES,
  MAX_INVOICE_EXPIRY_SEC,
  MAX_METADATA_BYTES,
  MAX_NOTE_LENGTH,
} from '../../base/limits.ts';
import { invoiceAmountSchema } from './amount-schema.ts';
import { optional } from './nullable.ts';

const note = (name: string) =>
  optional(Type.String({ description: `${name}, up to ${MAX_NOTE_LENGTH} characters` }));

export const invoiceRequestSchema = Type.Object(
  {
    amount: invoiceAmountSchema,
    description: optional(
      Type.String({
        description: `Stands in the invoice; up to ${MAX_DESCRIPTION_BYTES} bytes`,
        examples: ['Two coffees'],
      }),
    ),
    memo: optional(Type.String({ description: 'Older name of `description`, which wins' })),
    description_hash: optional(
      Type.String({ description: 'SHA-256 in hex; stands in the invoice instead of the text' }),
    ),
    currency: optional(Type.String({ description: 'btc', default: 'btc' })),
    comment: note('A note that is kept with the invoice'),
    metadata: optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: `Anything that is to be kept with it; up to ${MAX_METADATA_BYTES} bytes`,
        },
      ),
    ),
    payer_name: note('Who will pay'),
    payer_email: note('Who will pay'),
    payer_pubkey: note('Nostr or node key of who will pay'),
    expiry: optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_INVOICE_EXPIRY_SEC,
        description: 'Seconds until it can no longer be paid; a day when left out',
      }),
    ),
  },
  { $id: 'InvoiceRequest', examples: [{ amount: 1000, description: 'Two coffees' }] },
);
