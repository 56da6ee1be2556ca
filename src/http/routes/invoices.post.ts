import { type Static, Type } from 'typebox';
import { sat } from '../../base/amount.ts';
import { createInvoice } from '../../usecases/create-invoice.ts';
import {
  MAX_DESCRIPTION_BYTES,
  MAX_INVOICE_EXPIRY_SEC,
  MAX_METADATA_BYTES,
  MAX_NOTE_LENGTH,
} from '../../wallet/check-invoice-order.ts';
import type { InvoiceOrder } from '../../wallet/invoice-order.ts';
import { renderInvoice } from '../../wallet/settled-record.ts';
import { presentSingleRecord } from '../present-record.ts';
import { answerJsonText, answerRefused, protectedRoute } from '../route.ts';
import { invoiceAmountSchema } from '../schemas/amount-schema.ts';
import { optional } from '../schemas/nullable.ts';
import { singleRecordSchema } from '../schemas/record-schema.ts';
import { createInvoiceError } from '../wire-errors.ts';

const note = (name: string) =>
  optional(Type.String({ description: `${name}, up to ${MAX_NOTE_LENGTH} characters` }));

const requestSchema = Type.Object(
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

export const route = protectedRoute({
  method: 'POST',
  path: '/invoices',
  access: 'invoices:create',
  operationId: 'createInvoice',
  summary: 'Create an invoice, to be paid by anybody',
  tag: 'Invoices',
  body: requestSchema,
  response: singleRecordSchema,
  isRepeatable: true,
  handle: async (deps, { caller, body, idempotency }) => {
    const created = await createInvoice(deps, { caller, order: readOrder(body), idempotency });
    if (!created.ok) return answerRefused(createInvoiceError(created.refusal));
    const record = renderInvoice(created.value, deps.node);
    return answerJsonText(presentSingleRecord(record, deps.baseUrl()));
  },
});

const readOrder = (body: Static<typeof requestSchema>): InvoiceOrder => ({
  amountSat: sat(BigInt(body.amount)),
  // An empty text is how some clients say that there is none.
  description: body.description || null,
  memo: body.memo ?? null,
  descriptionHash: body.description_hash || null,
  currency: body.currency || null,
  comment: body.comment ?? null,
  metadataJson: body.metadata ? JSON.stringify(body.metadata) : null,
  payerName: body.payer_name ?? null,
  payerEmail: body.payer_email ?? null,
  payerPubkey: body.payer_pubkey ?? null,
  expirySec: body.expiry ?? null,
});
