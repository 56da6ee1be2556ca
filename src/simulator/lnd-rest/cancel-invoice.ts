import { bytesToHex } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { cancelInvoice } from '../resolve-invoice.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { checkHash } from './hash-field.ts';

export const cancelInvoiceEndpoint: UnaryEndpoint = {
  name: 'CancelInvoice',
  kind: 'unary',
  method: 'POST',
  path: '/v2/invoices/cancel',
  answer({ network, node, fields }) {
    const hash = checkHash(fields.bytes('payment_hash'));
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!hash.ok) return hash;
    const cancelled = cancelInvoice(network, node, bytesToHex(hash.value));
    return cancelled.ok ? accept({}) : cancelled;
  },
};
