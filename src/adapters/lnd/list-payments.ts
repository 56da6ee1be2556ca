import { msat } from '../../base/amount.ts';
import { NodeFault, type RecordedPayment } from '../../lightning/node-port.ts';
import { LndAnswerTooLong, type LndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { readPayment } from './wire.ts';
import { int64Field, listField, type WireObject } from './wire-fields.ts';

/**
 * ListPayments by creation index, until a page is empty. How long a payment is depends on its
 * attempts, so a page that is too long is asked for again in smaller pieces.
 */
export async function* recordedPayments(
  lnd: LndClient,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<RecordedPayment> {
  let offset = after;
  while (!signal.aborted) {
    const page = await paymentsAfter(lnd, offset);
    if (page.payments.length === 0) return;
    for (const payment of page.payments) yield toRecorded(payment);
    if (page.lastOffset <= offset) throw new NodeFault('LND lists payments in a circle');
    offset = page.lastOffset;
  }
}

const PAGE_SIZES = [500, 20, 1];

interface PaymentPage {
  readonly payments: readonly WireObject[];
  readonly lastOffset: bigint;
}

async function paymentsAfter(lnd: LndClient, offset: bigint): Promise<PaymentPage> {
  let tooLong: unknown;
  for (const size of PAGE_SIZES) {
    try {
      const query = `include_incomplete=true&index_offset=${offset}&max_payments=${size}`;
      const answer = await lnd.get(`/v1/payments?${query}`);
      if (!answer.ok) throw refusalFault('ListPayments', answer.refusal);
      const lastOffset = int64Field(answer.value, 'last_index_offset');
      return { payments: listField(answer.value, 'payments'), lastOffset };
    } catch (error) {
      if (!(error instanceof LndAnswerTooLong)) throw error;
      tooLong = error;
    }
  }
  throw tooLong;
}

/** What has neither failed nor succeeded may still do either. */
function toRecorded(message: WireObject): RecordedPayment {
  const { paymentHash, paymentIndex, status } = readPayment(message);
  return {
    ...{ paymentHash, paymentIndex },
    state: status === 'FAILED' ? 'failed' : status === 'SUCCEEDED' ? 'succeeded' : 'in_flight',
    amountMsat: msat(int64Field(message, 'value_msat')),
    feeMsat: msat(int64Field(message, 'fee_msat')),
    createdAt: new Date(Number(int64Field(message, 'creation_time_ns') / 1_000_000n)),
  };
}
