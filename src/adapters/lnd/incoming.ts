import type { Clock } from '../../base/clock.ts';
import { type IncomingEvent, NodeFault } from '../../lightning/node-port.ts';
import type { LndClient } from './client.ts';
import { nodeInfo } from './info.ts';
import { refusalFault } from './lnd-answer.ts';
import { translateInvoiceEvent } from './translate-invoice.ts';

export interface IncomingDeps {
  readonly lnd: LndClient;
  readonly clock: Clock;
  /** Pause between two questions whether LND is still there. */
  readonly probeMs: number;
}

/**
 * SubscribeInvoices from a settle index on.
 *
 * What `connected` means: LND is silent until there is an event, headers included, so nobody can
 * see that a subscription stands. It is said when the request is on its way over an established
 * connection and LND has, after that, answered another question. With `from` above 0 nothing
 * depends on it, as LND replays what came in between. With 0 it replays nothing: a settlement
 * within the moment that LND takes to register the subscription would only be found by listing.
 *
 * A stream that died without a sign is given up when LND does not answer a question of its own.
 */
export async function* followIncoming(
  { lnd, clock, probeMs }: IncomingDeps,
  from: bigint,
  signal: AbortSignal,
): AsyncGenerator<IncomingEvent> {
  const over = new AbortController();
  const subscription = lnd.subscribe(
    `/v1/invoices/subscribe?settle_index=${from}`,
    AbortSignal.any([signal, over.signal]),
  );
  try {
    await subscription.sent;
    await nodeInfo(lnd);
    yield { kind: 'connected' };
    void probe();
    for await (const answer of subscription.answers) {
      if (!answer.ok) throw refusalFault('SubscribeInvoices', answer.refusal);
      const event = translateInvoiceEvent(answer.value);
      if (event !== null) yield event;
    }
    throw new NodeFault('LND ended the stream of invoices');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    over.abort();
    await subscription.close();
  }

  async function probe(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.sleep(probeMs, over.signal);
      if (over.signal.aborted) return;
      try {
        await nodeInfo(lnd);
      } catch (error) {
        over.abort(error);
      }
    }
  }
}
