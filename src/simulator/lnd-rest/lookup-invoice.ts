import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { hexProblem } from '../go-text.ts';
import { GRPC, unknownError } from '../grpc-refusal.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { presentInvoice } from './present-invoice.ts';

export const lookupInvoiceEndpoint: UnaryEndpoint = {
  name: 'LookupInvoice',
  kind: 'unary',
  method: 'GET',
  path: '/v1/invoice/{r_hash_str}',
  answer({ node, fields }) {
    const hash = hexToBytes(fields.text('r_hash_str'));
    if (hash === null) return refuse(unknownError(hexProblem(fields.text('r_hash_str'))));
    if (hash.length !== 32) {
      return refuse(
        unknownError(`payment hash must be exactly 32 bytes, is instead ${hash.length}`),
      );
    }
    const invoice = node.invoices.byHash.get(bytesToHex(hash));
    if (invoice === undefined) {
      return refuse({ code: GRPC.notFound, message: 'unable to locate invoice' });
    }
    return accept(presentInvoice(invoice));
  },
};
