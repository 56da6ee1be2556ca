import { accept, refuse } from '../../base/result.ts';
import { unknownError } from '../grpc-refusal.ts';
import { settleHoldInvoice } from '../resolve-invoice.ts';
import type { UnaryEndpoint } from './endpoint.ts';

export const settleInvoiceEndpoint: UnaryEndpoint = {
  name: 'SettleInvoice',
  kind: 'unary',
  method: 'POST',
  path: '/v2/invoices/settle',
  answer({ network, node, fields }) {
    const preimage = fields.bytes('preimage');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (preimage.length !== 32) {
      return refuse(unknownError(`invalid preimage length of ${preimage.length}, want 32`));
    }
    const settled = settleHoldInvoice(network, node, preimage);
    return settled.ok ? accept({}) : settled;
  },
};
