import { Type } from 'typebox';
import { amountSchema, wholeNumber } from './amount-schema.ts';
import { nullable, optional } from './nullable.ts';

const recordTexts = Type.Record(Type.String(), Type.String(), {
  description: 'Record type → plain text',
  examples: [{ '696969': 'bR4xK0w9mQ2Zt7LdYv1N' }],
});

export const keysendRequestSchema = Type.Object(
  {
    amount: amountSchema,
    destination: Type.String({
      minLength: 1,
      description: 'Key of the node that is paid: hex, beginning with 02 or 03',
      examples: [`02${'1f'.repeat(32)}`],
    }),
    memo: optional(Type.String({ description: 'A note for yourself; it does not travel' })),
    custom_records: optional(recordTexts),
    customRecords: optional(
      Type.Record(Type.String(), Type.String(), {
        deprecated: true,
        description: 'Older name of `custom_records`, which wins',
      }),
    ),
  },
  { $id: 'KeysendRequest' },
);

export const keysendResultSchema = Type.Object(
  {
    amount: wholeNumber('Satoshis'),
    custom_records: nullable(recordTexts),
    description: Type.String({ description: 'The memo' }),
    description_hash: Type.String({ description: 'Always empty' }),
    destination: Type.String(),
    fee: wholeNumber('Satoshis'),
    payment_hash: Type.String(),
    payment_preimage: Type.String({ description: 'Proof of payment' }),
  },
  { $id: 'KeysendResult', additionalProperties: false },
);
