import { Type } from 'typebox';
import { presentSingleRecord } from '../../ledger/present-record.ts';
import type { ApiUrl } from '../../web/public-urls.ts';
import { singleRecordSchema } from '../../web/record-schema.ts';
import { answerJsonText, answerRefused, protectedRoute } from '../../web/route.ts';
import { type FindInvoiceDeps, findInvoice } from '../find-invoice.ts';
import { findInvoiceError } from './history-errors.ts';

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
  handle: async (deps: FindInvoiceDeps & ApiUrl, { caller, params }) => {
    const found = await findInvoice(deps, { caller, paymentHash: params.payment_hash });
    if (!found.ok) return answerRefused(findInvoiceError(found.refusal));
    return answerJsonText(presentSingleRecord(found.value, deps.baseUrl()));
  },
});
