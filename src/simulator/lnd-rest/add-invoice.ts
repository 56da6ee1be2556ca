import { accept, refuse } from '../../base/result.ts';
import { addInvoice } from '../add-invoice.ts';
import { unknownError } from '../grpc-refusal.ts';
import { readLndAmount } from './amount-field.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { base64OfHex } from './present-invoice.ts';

/**
 * Fields of lnrpc.Invoice that are ignored: those that only answers have, and those of other kinds
 * of invoices.
 */
const IGNORED = [
  'r_hash',
  'settled',
  'creation_date',
  'settle_date',
  'payment_request',
  'fallback_addr',
  'route_hints',
  'add_index',
  'settle_index',
  'amt_paid',
  'amt_paid_sat',
  'amt_paid_msat',
  'state',
  'htlcs',
  'features',
  'is_keysend',
  'payment_addr',
  'amp_invoice_state',
  'blinded_path_config',
];

export const addInvoiceEndpoint: UnaryEndpoint = {
  name: 'AddInvoice',
  kind: 'unary',
  method: 'POST',
  path: '/v1/invoices',
  answer({ network, node, fields }) {
    const value = readLndAmount(fields, 'value', 'value_msat');
    const preimage = fields.bytes('r_preimage');
    const spec = {
      memo: fields.text('memo'),
      descriptionHash: fields.bytes('description_hash'),
      expirySec: fields.int64('expiry'),
      cltvExpiry: fields.uint64('cltv_expiry'),
      withPrivateHints: fields.bool('private'),
      isBlinded: fields.bool('is_blinded'),
    };
    const isAmp = fields.bool('is_amp');
    fields.ignore(...IGNORED);
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!value.ok) return value;
    if (preimage.length !== 0 && preimage.length !== 32) {
      return refuse(unknownError(`invalid preimage length of ${preimage.length}, want 32`));
    }
    if (isAmp && preimage.length > 0) return refuse(unknownError('preimage set on AMP invoice'));
    const given = preimage.length === 0 ? network.random.bytes(32) : preimage;
    const added = addInvoice(network, node, {
      ...spec,
      valueMsat: value.value,
      lock: isAmp ? { kind: 'amp' } : { kind: 'preimage', preimage: given },
    });
    if (!added.ok) return added;
    const invoice = added.value;
    return accept({
      r_hash: base64OfHex(invoice.paymentHash),
      payment_request: invoice.paymentRequest,
      add_index: String(invoice.addIndex),
      payment_addr: base64OfHex(invoice.paymentAddr),
    });
  },
};
