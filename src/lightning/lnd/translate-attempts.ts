import { NodeFault, type PaymentAttempt, type PaymentAttempts } from '../node-port.ts';
import { readPayment } from './wire.ts';
import {
  int64Field,
  listField,
  objectField,
  textField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

/**
 * Reads the attempts of a payment from lnrpc.Payment. Every status other than failed or succeeded
 * counts as in flight, because the attempt may still end in either way.
 */
export function translateAttempts(message: WireObject, paymentHash: string): PaymentAttempts {
  const { status, paymentHash: ofHash } = readPayment(message);
  if (ofHash !== paymentHash) throw new NodeFault('LND told of another payment than the one asked');
  return { state: stateOf(status), attempts: listField(message, 'htlcs').map(translateAttempt) };
}

function translateAttempt(htlc: WireObject): PaymentAttempt {
  const route = objectField(htlc, 'route');
  const [firstHop] = listField(route, 'hops');
  if (firstHop === undefined) throw new NodeFault('LND told of an attempt over no channel');
  return {
    state: stateOf(htlc['status']),
    startedAt: new Date(Number(int64Field(htlc, 'attempt_time_ns') / 1_000_000n)),
    channelId: textField(firstHop, 'chan_id'),
    expiryHeight: uint32Field(route, 'total_time_lock'),
  };
}

function stateOf(status: unknown): PaymentAttempts['state'] {
  if (status === 'SUCCEEDED') return 'succeeded';
  return status === 'FAILED' ? 'failed' : 'in_flight';
}
