import { type IncomingEvent, NodeFault } from '../../lightning/node-port.ts';
import type { LndClient } from './client.ts';
import { nodeInfo } from './info.ts';
import { refusalFault } from './lnd-answer.ts';
import { translateInvoiceEvent } from './translate-invoice.ts';

/**
 * SubscribeInvoices from a settle index on.
 *
 * What `connected` means: LND is silent until there is an event, headers included, so nobody can
 * see that a subscription stands. It is said when the request is on its way over an established
 * connection and LND has, after that, answered another question. With `from` above 0 nothing
 * depends on it, as LND replays what came in between. With 0 it replays nothing: a settlement
 * within the moment that LND takes to register the subscription would only be found by listing.
 *
 * A stream that died without a sign cannot be told from one that has nothing to say.
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
