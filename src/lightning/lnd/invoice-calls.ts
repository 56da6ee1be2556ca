import type { LndClient, LndSubscription } from './client.ts';
import type { LndAnswer } from './lnd-answer.ts';
import type { WireObject } from './wire-fields.ts';

/**
 * The calls of LND that each new invoice needs: its creation, and the stream that tells of it. LND
 * serves them over REST and, for less of its time, over gRPC (see openGrpcClient).
 */
export interface InvoiceCalls {
  /** AddInvoice, which takes and answers what addInvoiceRequest and createInvoice say. */
  add(request: WireObject): Promise<LndAnswer>;
  /** SubscribeInvoices, for what settles after an index. */
  subscribe(settleIndex: bigint, signal: AbortSignal): LndSubscription;
}

export const restInvoiceCalls = (lnd: LndClient): InvoiceCalls => ({
  add: (request) => lnd.post('/v1/invoices', request),
  subscribe: (settleIndex, signal) =>
    lnd.subscribe(`/v1/invoices/subscribe?settle_index=${settleIndex}`, signal),
});
