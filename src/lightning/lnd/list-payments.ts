import { msat } from '../../base/amount.ts';
import type { RecordedPayment } from '../node-port.ts';
import type { LndClient } from './client.ts';
import { type PagedList, readPages } from './read-pages.ts';
import { readPayment } from './wire.ts';
import { int64Field, type WireObject } from './wire-fields.ts';

/** Lists payments by creation index, including failed and unfinished ones. */
export async function* recordedPayments(
  lnd: LndClient,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<RecordedPayment> {
  for await (const payment of readPages(lnd, PAYMENTS, after, { signal }))
    yield toRecorded(payment);
}

const PAYMENTS: PagedList = {
  call: 'ListPayments',
  field: 'payments',
  path: (offset, size) =>
    `/v1/payments?include_incomplete=true&index_offset=${offset}&max_payments=${size}`,
};

/**
 * Translates a payment of LND's list. Every status other than failed or succeeded counts as in
 * flight, because the payment may still end in either way.
 */
function toRecorded(message: WireObject): RecordedPayment {
  const { paymentHash, paymentIndex, status } = readPayment(message);
  return {
    paymentHash,
    paymentIndex,
    state: status === 'FAILED' ? 'failed' : status === 'SUCCEEDED' ? 'succeeded' : 'in_flight',
    amountMsat: msat(int64Field(message, 'value_msat')),
    feeMsat: msat(int64Field(message, 'fee_msat')),
    createdAt: new Date(Number(int64Field(message, 'creation_time_ns') / 1_000_000n)),
  };
}
