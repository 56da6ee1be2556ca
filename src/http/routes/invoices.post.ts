import type { Static } from 'typebox';
import { sat, satToMsat } from '../../base/amount.ts';
import { createInvoice } from '../../usecases/receipts/create-invoice.ts';
import type { InvoiceOrder } from '../../wallet/invoice-order.ts';
import { renderInvoice } from '../../wallet/settled-record.ts';
import { presentSingleRecord } from '../present/present-record.ts';
import { answerJsonText, answerRefused, protectedRoute } from '../route.ts';
import { invoiceRequestSchema } from '../schemas/invoice-request-schema.ts';
import { singleRecordSchema } from '../schemas/record-schema.ts';
import { createInvoiceError } from '../wire/wire-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/invoices',
  access: 'invoices:create',
  operationId: 'createInvoice',
  summary: 'Create invoice',
  description: 'Creates a BOLT11 invoice to receive a Lightning payment.',
  success: 'The invoice.',
  tag: 'Invoices',
  body: invoiceRequestSchema,
  response: singleRecordSchema,
  isRepeatable: true,
  handle: async (deps, { caller, body, idempotency }) => {
    const created = await createInvoice(deps, { caller, order: readOrder(body), idempotency });
    if (!created.ok) return answerRefused(createInvoiceError(created.refusal));
    const record = renderInvoice(created.value, deps.node);
    return answerJsonText(presentSingleRecord(record, deps.baseUrl()));
  },
});

const readOrder = (body: Static<typeof invoiceRequestSchema>): InvoiceOrder => ({
  amountMsat: satToMsat(sat(BigInt(body.amount))),
  // Some clients send an empty text instead of leaving the field out.
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
