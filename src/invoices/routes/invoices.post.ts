import type { Static } from 'typebox';
import { sat, satToMsat } from '../../base/amount.ts';
import { presentSingleRecord } from '../../ledger/present-record.ts';
import { renderInvoice } from '../../ledger/settled-record.ts';
import type { ApiUrl } from '../../web/public-urls.ts';
import { singleRecordSchema } from '../../web/record-schema.ts';
import { answerJsonText, answerRefused, protectedRoute } from '../../web/route.ts';
import { type CreateInvoiceDeps, createInvoice } from '../create-invoice.ts';
import type { InvoiceOrder } from '../invoice-order.ts';
import { createInvoiceError } from './invoice-errors.ts';
import { invoiceRequestSchema } from './invoice-request-schema.ts';

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
  handle: async (deps: CreateInvoiceDeps & ApiUrl, { caller, body, idempotency }) => {
    const created = await createInvoice(deps, { caller, order: readOrder(body), idempotency });
    if (!created.ok) return answerRefused(createInvoiceError(created.refusal));
    const record = renderInvoice(created.value, deps.node);
    return answerJsonText(presentSingleRecord(record, deps.baseUrl()));
  },
});

const readOrder = (body: Static<typeof invoiceRequestSchema>): InvoiceOrder => ({
  amountMsat: satToMsat(sat(BigInt(body.amount))),
  // Some clients send a field with an empty text instead of leaving the field out.
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
