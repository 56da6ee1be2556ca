import { bytesToHex } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { GRPC } from '../grpc-refusal.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { presentInvoice } from './present-invoice.ts';

export const lookupInvoiceV2Endpoint: UnaryEndpoint = {
  name: 'LookupInvoiceV2',
  kind: 'unary',
  method: 'GET',
  path: '/v2/invoices/lookup',
  answer({ node, fields }) {
    const hash = fields.bytes('payment_hash');
    const addr = fields.bytes('payment_addr');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (hash.length === 0 && addr.length === 0) {
      return refuse({ code: GRPC.invalidArgument, message: 'invoice ref must be set' });
    }
    if (hash.length !== 0 && hash.length !== 32) {
      const message = `unable to parse pay hash: invalid hash length of ${hash.length}, want 32`;
      return refuse({ code: GRPC.invalidArgument, message });
    }
    const invoice =
      hash.length > 0
        ? node.invoices.byHash.get(bytesToHex(hash))
        : node.invoices.byPaymentAddr.get(bytesToHex(addr));
    if (invoice === undefined) {
      return refuse({ code: GRPC.notFound, message: 'unable to locate invoice' });
    }
    return accept(presentInvoice(invoice));
  },
};
