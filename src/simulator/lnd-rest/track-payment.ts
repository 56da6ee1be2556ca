import { bytesToHex } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { GRPC } from '../grpc-refusal.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { followPayment } from './follow-payment.ts';
import { checkHash } from './hash-field.ts';

export const trackPaymentEndpoint: StreamEndpoint = {
  name: 'TrackPaymentV2',
  kind: 'stream',
  method: 'GET',
  path: '/v2/router/track/{payment_hash}',
  open({ network, node, fields }, stream) {
    const hash = checkHash(fields.bytes('payment_hash'));
    const withInflight = !fields.bool('no_inflight_updates');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!hash.ok) return hash;
    const payment = node.payments.byHash.get(bytesToHex(hash.value));
    if (payment === undefined) {
      return refuse({ code: GRPC.notFound, message: "payment isn't initiated" });
    }
    followPayment(network, node, payment, { stream, withInflight });
    return accept(undefined);
  },
};
