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
  summary: 'Get invoice',
  description: 'Returns an incoming or outgoing invoice of the wallet, settled or open.',
  success: 'The invoice or payment.',
  tag: 'Invoices',
  params: Type.Object({
    payment_hash: Type.String({
      description: 'Payment hash: 64 hexadecimal digits.',
      examples: ['4f'.repeat(32)],
    }),
  }),
  response: singleRecordSchema,
  errors: { 404: 'The wallet has no invoice or payment with this payment hash.' },
  handle: async (deps, { caller, params }) => {
    const found = await findInvoice(deps, { caller, paymentHash: params.payment_hash });
    if (!found.ok) return answerRefused(findInvoiceError(found.refusal));
    return answerJsonText(presentSingleRecord(found.value, deps.baseUrl()));
  },
});
