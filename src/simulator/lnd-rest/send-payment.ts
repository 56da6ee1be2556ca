import { accept, refuse } from '../../base/result.ts';
import { advancePayment } from '../payments.ts';
import { startPayment } from '../send-payment.ts';
import { readLndAmount } from './amount-field.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { followPayment } from './follow-payment.ts';

/** Fields of SendPaymentRequest that have no effect in this network. */
const IGNORED = [
  'route_hints',
  'last_hop_pubkey',
  'dest_features',
  'outgoing_chan_ids',
  'max_shard_size_msat',
  'time_pref',
  'cancelable',
  'first_hop_custom_records',
];

export const sendPaymentEndpoint: StreamEndpoint = {
  name: 'SendPaymentV2',
  kind: 'stream',
  method: 'POST',
  path: '/v2/router/send',
  open({ network, node, fields }, stream) {
    const amount = readLndAmount(fields, 'amt', 'amt_msat');
    const feeLimit = readLndAmount(fields, 'fee_limit_sat', 'fee_limit_msat');
    const request = {
      paymentRequest: fields.text('payment_request'),
      dest: fields.bytes('dest'),
      paymentHash: fields.bytes('payment_hash'),
      paymentAddr: fields.bytes('payment_addr'),
      finalCltvDelta: fields.int32('final_cltv_delta'),
      cltvLimit: fields.int32('cltv_limit'),
      timeoutSec: fields.int32('timeout_seconds'),
      maxParts: fields.int32('max_parts'),
      allowSelfPayment: fields.bool('allow_self_payment'),
      isAmp: fields.bool('amp'),
      customRecords: fields.bytesMap('dest_custom_records'),
    };
    const withInflight = !fields.bool('no_inflight_updates');
    fields.ignore(...IGNORED);
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!feeLimit.ok) return feeLimit;
    if (!amount.ok) return amount;
    const started = startPayment(network, node, {
      ...request,
      amtMsat: amount.value,
      feeLimitMsat: feeLimit.value,
    });
    if (!started.ok) return started;
    followPayment(network, node, started.value, { stream, withInflight });
    // The payment continues even if its caller leaves, because `cancelable` is not supported.
    advancePayment(network, node, started.value);
    return accept(undefined);
  },
};
