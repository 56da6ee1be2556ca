import { hash } from 'node:crypto';
import { msat } from '../../base/amount.ts';
import { hexToBytes } from '../../base/hex.ts';
import { KEYSEND_PREIMAGE_RECORD } from '../custom-records.ts';
import {
  NodeFault,
  type NodePayment,
  type PaymentFailureReason,
  type SendOrder,
} from '../node-port.ts';
import { readPayment, readSuccess } from './wire.ts';
import { bytesToBase64, type WireObject } from './wire-fields.ts';

/** A payment that the node has on record. */
export type RecordedPayment = Exclude<NodePayment, { kind: 'not_found' }>;

/**
 * Writes a routerrpc.SendPaymentRequest. Fields that are left out have LND's defaults, which are
 * safe for payments of users: no AMP, and no limit on the time lock except for the node's own.
 */
export function sendRequest(order: SendOrder): WireObject {
  const common = {
    fee_limit_msat: order.maxFeeMsat.toString(),
    timeout_seconds: order.timeoutSec,
    // If `cancelable` were true, LND would stop trying to pay when our connection ends.
    cancelable: false,
    // In-flight updates are wanted, because the first one shows that the node has the payment.
    no_inflight_updates: false,
    allow_self_payment: false,
  };
  switch (order.kind) {
    case 'bolt11':
      return {
        ...common,
        payment_request: order.bolt11,
        max_parts: MAX_PARTS,
        ...(order.amountMsat === null ? {} : { amt_msat: order.amountMsat.toString() }),
      };
    case 'keysend':
      return {
        ...common,
        dest: hexToBase64(order.destination),
        payment_hash: hexToBase64(order.paymentHash),
        amt_msat: order.amountMsat.toString(),
        final_cltv_delta: KEYSEND_FINAL_CLTV_DELTA,
        max_parts: 1,
        dest_custom_records: {
          ...Object.fromEntries(
            Array.from(order.records, ([type, value]) => [type.toString(), bytesToBase64(value)]),
          ),
          [KEYSEND_PREIMAGE_RECORD.toString()]: bytesToBase64(order.preimage),
        },
      };
  }
}

/**
 * Translates lnrpc.Payment. An unknown status counts as in flight, because the payment may still
 * succeed. A success without the preimage of its hash throws.
 */
export function translatePayment(message: WireObject, paymentHash: string): RecordedPayment {
  const { status, paymentIndex, paymentHash: ofHash } = readPayment(message);
  if (ofHash !== paymentHash) throw new NodeFault('LND told of another payment than the one asked');
  if (status === 'FAILED') {
    return { kind: 'failed', paymentIndex, reason: failureReason(message['failure_reason']) };
  }
  if (status !== 'SUCCEEDED') return { kind: 'in_flight', paymentIndex };

  const { preimage, valueMsat, feeMsat } = readSuccess(message);
  if (hash('sha256', Buffer.from(preimage, 'hex')) !== paymentHash) {
    throw new NodeFault('LND told of a success without the preimage that proves it');
  }
  return {
    kind: 'succeeded',
    paymentIndex,
    preimage,
    amountMsat: msat(valueMsat),
    feeMsat: msat(feeMsat),
  };
}

/** The most parts of a payment, which is LND's default. */
const MAX_PARTS = 16;
/**
 * The final CLTV delta of a keysend, which has no invoice to state what the payee requires. This
 * value is enough for every known implementation.
 */
const KEYSEND_FINAL_CLTV_DELTA = 144;

const FAILURE_REASONS: ReadonlyMap<unknown, PaymentFailureReason> = new Map([
  ['FAILURE_REASON_TIMEOUT', 'timeout'],
  ['FAILURE_REASON_NO_ROUTE', 'no_route'],
  ['FAILURE_REASON_INCORRECT_PAYMENT_DETAILS', 'incorrect_details'],
  ['FAILURE_REASON_INSUFFICIENT_BALANCE', 'insufficient_liquidity'],
  ['FAILURE_REASON_CANCELED', 'cancelled'],
]);

const failureReason = (name: unknown): PaymentFailureReason => FAILURE_REASONS.get(name) ?? 'other';

function hexToBase64(hex: string): string {
  const bytes = hexToBytes(hex);
  if (bytes === null) throw new NodeFault('a key or hash of the order is not hex');
  return bytesToBase64(bytes);
}
