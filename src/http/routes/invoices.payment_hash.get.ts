import { Type } from 'typebox';
import { findInvoice } from '../../usecases/receipts/find-invoice.ts';
import { presentSingleRecord } from '../present/present-record.ts';
import { answerJsonText, answerRefused, protectedRoute } from '../route.ts';
import { singleRecordSchema } from '../schemas/record-schema.ts';
import { findInvoiceError } from '../wire/wire-errors.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/invoices/:payment_hash',
  access: 'invoices:read',
  operationId: 'findInvoice',
  summary: 'One invoice or payment of yours, settled or open',
  tag: 'Invoices',
  params: Type.Object({ payment_hash: Type.String({ examples: ['4f'.repeat(32)] }) }),
  response: singleRecordSchema,
  errors: { 404: 'There is no such invoice, or it is not yours' },
  handle: async (deps, { caller, params }) => {
    const found = await findInvoice(deps, { caller, paymentHash: params.payment_hash });
    if (!found.ok) return answerRefused(findInvoiceError(found.refusal));
    return answerJsonText(presentSingleRecord(found.value, deps.baseUrl()));
  },
});
