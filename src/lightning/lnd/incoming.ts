import { type IncomingEvent, NodeFault } from '../node-port.ts';
import type { LndClient } from './client.ts';
import { nodeInfo } from './info.ts';
import type { InvoiceCalls } from './invoice-calls.ts';
import { refusalFault } from './lnd-answer.ts';
import { translateInvoiceEvent } from './translate-invoice.ts';

/**
 * Follows settled invoices with SubscribeInvoices, from a settle index on.
 *
 * When the subscription is established cannot be observed, because LND sends nothing before the
 * first event, not even headers. The event `connected` therefore means that the request was sent
 * over an established connection, and that LND has answered another call afterwards. A `from` above
 * 0 makes the exact moment irrelevant, as LND replays the settlements since that index. With 0, LND
 * replays nothing, so a settlement while LND registers the subscription is found only by listing
 * invoices.
 *
 * A stream that died without notice looks the same as one without events.
 */
export async function* followIncoming(
  lnd: LndClient,
  calls: InvoiceCalls,
  from: bigint,
  signal: AbortSignal,
): AsyncGenerator<IncomingEvent> {
  const subscription = calls.subscribe(from, signal);
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
