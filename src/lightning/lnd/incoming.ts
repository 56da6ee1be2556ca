import { type IncomingEvent, NodeFault } from '../node-port.ts';
import type { LndClient } from './client.ts';
import { nodeInfo } from './info.ts';
import { refusalFault } from './lnd-answer.ts';
import { translateInvoiceEvent } from './translate-invoice.ts';

/**
 * SubscribeInvoices from a settle index on.
 *
 * What `connected` means: LND sends nothing before the first event, not even headers, so an
 * established subscription cannot be observed. `connected` is yielded when the request was sent
 * over an established connection and LND has afterwards answered another call. With `from` above 0
 * nothing depends on it, as LND replays what came in between. With 0 it replays nothing: only
 * listing finds a settlement from the moment that LND takes to register the subscription.
 *
 * A stream that died without notice looks the same as one without events.
 */
export async function* followIncoming(
  lnd: LndClient,
  from: bigint,
  signal: AbortSignal,
): AsyncGenerator<IncomingEvent> {
  const subscription = lnd.subscribe(`/v1/invoices/subscribe?settle_index=${from}`, signal);
  try {
    await subscription.sent;
    await nodeInfo(lnd);
    yield { kind: 'connected' };
    for await (const answer of subscription.answers) {
      if (!answer.ok) throw refusalFault('SubscribeInvoices', answer.refusal);
      const event = translateInvoiceEvent(answer.value);
      if (event !== null) yield event;
    }
    throw new NodeFault('LND ended the stream of invoices');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await subscription.close();
  }
}
