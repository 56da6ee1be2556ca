import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { hexProblem } from '../go-text.ts';
import { unknownError } from '../grpc-refusal.ts';
import { deleteCanceledInvoice } from '../resolve-invoice.ts';
import type { UnaryEndpoint } from './endpoint.ts';

const HASH_LENGTH = 64;

export const deleteCanceledInvoiceEndpoint: UnaryEndpoint = {
  name: 'DeleteCanceledInvoice',
  kind: 'unary',
  method: 'DELETE',
  path: '/v1/invoices',
  answer({ network, node, fields }) {
    const text = fields.text('invoice_hash');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (text === '') return refuse(unknownError('invoice hash must be provided'));
    if (text.length !== HASH_LENGTH) {
      const problem = `invalid hash string length of ${text.length}, want ${HASH_LENGTH}`;
      return refuse(unknownError(problem));
    }
    const hash = hexToBytes(text);
    if (hash === null) return refuse(unknownError(hexProblem(text)));
    const paymentHash = bytesToHex(hash);
    const deleted = deleteCanceledInvoice(network, node, paymentHash);
    if (!deleted.ok) return deleted;
    const status = `canceled invoice deleted successfully: invoice hash ${paymentHash}`;
    return accept({ status });
  },
};
