import { accept, refuse } from '../../base/result.ts';
import { addInvoice } from '../add-invoice.ts';
import { readLndAmount } from './amount-field.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { checkHash } from './hash-field.ts';
import { base64OfHex } from './present-invoice.ts';

export const addHoldInvoiceEndpoint: UnaryEndpoint = {
  name: 'AddHoldInvoice',
  kind: 'unary',
  method: 'POST',
  path: '/v2/invoices/hodl',
  answer({ network, node, fields }) {
    const value = readLndAmount(fields, 'value', 'value_msat');
    const hash = checkHash(fields.bytes('hash'));
    const spec = {
      memo: fields.text('memo'),
      descriptionHash: fields.bytes('description_hash'),
      expirySec: fields.int64('expiry'),
      cltvExpiry: fields.uint64('cltv_expiry'),
      withPrivateHints: fields.bool('private'),
    };
    fields.ignore('fallback_addr', 'route_hints');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!hash.ok) return hash;
    if (!value.ok) return value;
    const lock = { kind: 'hash' as const, paymentHash: hash.value };
    const added = addInvoice(network, node, { ...spec, valueMsat: value.value, lock });
    if (!added.ok) return added;
    return accept({
      payment_request: added.value.paymentRequest,
      add_index: String(added.value.addIndex),
      payment_addr: base64OfHex(added.value.paymentAddr),
    });
  },
};
