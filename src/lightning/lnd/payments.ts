import { hexToBytes } from '../../base/hex.ts';
import {
  NodeFault,
  type NodePayment,
  type PaymentAttempts,
  type SendHooks,
  type SendOrder,
  type SendOutcome,
  type UnknownOutcome,
} from '../node-port.ts';
import type { LndClient, LndStreamCall } from './client.ts';
import { GRPC_CODE, type LndRefusal, refusalFault } from './lnd-answer.ts';
import { translateAttempts } from './translate-attempts.ts';
import { type RecordedPayment, sendRequest, translatePayment } from './translate-payment.ts';
import { bytesToBase64Url, int64Field, type WireObject } from './wire-fields.ts';

/**
 * Sends a payment with SendPaymentV2. Once the request is handed to the network, the outcome is
 * known only from a final status, or from a refusal by LND itself before its first update. In all
 * other cases it is `unknown`.
 */
export async function sendPayment(
  lnd: LndClient,
  order: SendOrder,
  { signal, onAcknowledged }: SendHooks,
): Promise<SendOutcome> {
  const call: LndStreamCall = { path: '/v2/router/send', body: sendRequest(order) };
  let isAcknowledged = false;
  try {
    for await (const answer of lnd.stream(call, signal)) {
      if (!answer.ok) {
        return isAcknowledged ? unknownAfter(answer.refusal) : refusedOrUnknown(answer.refusal);
      }
      const payment = translatePayment(answer.value, order.paymentHash);
      if (!isAcknowledged) {
        isAcknowledged = true;
        onAcknowledged(payment.paymentIndex);
      }
      if (payment.kind !== 'in_flight') return payment;
    }
    return STREAM_ENDED;
  } catch (error) {
    return unknownUnlessBug(error);
  }
}

export async function lookUpPayment(lnd: LndClient, paymentHash: string): Promise<NodePayment> {
  const payment = await firstTracked(lnd, paymentHash, (message) =>
    translatePayment(message, paymentHash),
  );
  return payment ?? { kind: 'not_found' };
}

export const lookUpAttempts = (
  lnd: LndClient,
  paymentHash: string,
): Promise<PaymentAttempts | null> =>
  firstTracked(lnd, paymentHash, (message) => translateAttempts(message, paymentHash));

/** Reads the first state of a payment from TrackPaymentV2, which LND always sends immediately. */
async function firstTracked<T>(
  lnd: LndClient,
  paymentHash: string,
  translate: (message: WireObject) => T,
): Promise<T | null> {
  const call = { ...trackCall(paymentHash, false), isPrompt: true };
  const hangUp = new AbortController();
  for await (const answer of lnd.stream(call, hangUp.signal)) {
    if (answer.ok) {
      const translated = translate(answer.value);
      if (!isEnd(answer.value)) hangUp.abort();
      return translated;
    }
    if (isPaymentNotFound(answer.refusal)) return null;
    throw refusalFault('TrackPaymentV2', answer.refusal);
  }
  throw new NodeFault('LND tracked a payment without telling its state');
}

/** Whether a payment has one of the states with which LND ends its stream. */
const isEnd = ({ status }: WireObject): boolean => status === 'SUCCEEDED' || status === 'FAILED';

export async function followPayment(
  lnd: LndClient,
  paymentHash: string,
  signal: AbortSignal,
): Promise<NodePayment | UnknownOutcome> {
  try {
    for await (const answer of lnd.stream(trackCall(paymentHash, true), signal)) {
      if (!answer.ok) {
        const isMissing = isPaymentNotFound(answer.refusal);
        return isMissing ? { kind: 'not_found' } : unknownAfter(answer.refusal);
      }
      const payment: RecordedPayment = translatePayment(answer.value, paymentHash);
      if (payment.kind !== 'in_flight') return payment;
    }
    return STREAM_ENDED;
  } catch (error) {
    return unknownUnlessBug(error);
  }
}

/**
 * Finds the newest payment index. LND lists payments in ascending order whether it searches
 * forwards or backwards, so the last index of the answer is the highest.
 */
export async function newestPaymentIndex(lnd: LndClient): Promise<bigint> {
  const query = 'include_incomplete=true&reversed=true&max_payments=1';
  const answer = await lnd.get(`/v1/payments?${query}`);
  if (!answer.ok) throw refusalFault('ListPayments', answer.refusal);
  return int64Field(answer.value, 'last_index_offset');
}

/**
 * The complete text with which LND says that it has no such payment
 * (paymentsdb.ErrPaymentNotInitiated). Only the exact text counts, because a refund may depend on
 * it.
 */
const PAYMENT_NOT_FOUND = "payment isn't initiated";

const isPaymentNotFound = ({ code, detail }: LndRefusal): boolean =>
  code === GRPC_CODE.notFound && detail === PAYMENT_NOT_FOUND;

/** Codes of errors after which the payment may nevertheless be under way. */
const UNDECIDED_CODES: ReadonlySet<number> = new Set([
  GRPC_CODE.cancelled,
  GRPC_CODE.deadlineExceeded,
  GRPC_CODE.alreadyExists,
  GRPC_CODE.unavailable,
]);

const refusedOrUnknown = (refusal: LndRefusal): SendOutcome =>
  UNDECIDED_CODES.has(refusal.code) ? unknownAfter(refusal) : { kind: 'refused', ...refusal };

const unknownAfter = ({ code, detail }: LndRefusal): UnknownOutcome => ({
  kind: 'unknown',
  detail: `${detail} (gRPC code ${code})`,
});

const STREAM_ENDED: UnknownOutcome = {
  kind: 'unknown',
  detail: 'LND ended the stream before the end of the payment',
};

function unknownUnlessBug(error: unknown): UnknownOutcome {
  if (error instanceof NodeFault) return { kind: 'unknown', detail: error.message };
  throw error;
}

function trackCall(paymentHash: string, onlyTheEnd: boolean): LndStreamCall {
  const bytes = hexToBytes(paymentHash, 32);
  if (bytes === null) throw new NodeFault('a payment hash is 32 bytes in hex');
  const path = `/v2/router/track/${bytesToBase64Url(bytes)}`;
  return { path: `${path}?no_inflight_updates=${onlyTheEnd}` };
}
