import { Type } from 'typebox';
import { MAX_NOTE_LENGTH } from '../../base/limits.ts';
import { amountInSat, wholeNumber } from '../../web/amount-schema.ts';
import { anyName } from '../../web/any-name.ts';
import { nullable, optional } from '../../web/nullable.ts';
import { MAX_RECORDS_BYTES } from '../limits.ts';

const recordTexts = (description: string) =>
  Type.Record(anyName(), Type.String(), {
    description,
    examples: [{ '696969': 'bR4xK0w9mQ2Zt7LdYv1N' }],
  });

export const keysendRequestSchema = Type.Object(
  {
    amount: amountInSat(),
    destination: Type.String({
      minLength: 1,
      description: 'Public key of the receiving node, in hex. It starts with 02 or 03.',
      examples: [`02${'1f'.repeat(32)}`],
    }),
    memo: optional(
      Type.String({
        description: `Internal note, up to ${MAX_NOTE_LENGTH} characters. It is not sent.`,
      }),
    ),
    custom_records: optional(
      recordTexts(
        'Custom records for the payee: record types from 65536 in decimal, and values as plain ' +
          `text. All values together may have up to ${MAX_RECORDS_BYTES} bytes of UTF-8. Record ` +
          '5482373484 is left out: the service makes the preimage.',
      ),
    ),
    customRecords: optional(
      Type.Record(anyName(), Type.String(), {
        deprecated: true,
        description: 'Older name of `custom_records`, which takes precedence.',
      }),
    ),
  },
  { $id: 'KeysendRequest' },
);

export const keysendResultSchema = Type.Object(
  {
    amount: wholeNumber('Amount in sat, without the fee.'),
    custom_records: nullable(recordTexts('Custom records as they were sent.')),
    description: Type.String({ description: 'The memo of the request; empty if there was none.' }),
    description_hash: Type.String({ description: 'Always empty.' }),
    destination: Type.String({ description: 'Public key of the receiving node, in hex.' }),
    fee: wholeNumber('Routing fee in sat.'),
    payment_hash: Type.String({ description: 'Payment hash in hex; empty without success.' }),
    payment_preimage: Type.String({
      description: 'Preimage in hex, the proof of payment; empty without success.',
    }),
  },
  { $id: 'KeysendResult', additionalProperties: false },
);
