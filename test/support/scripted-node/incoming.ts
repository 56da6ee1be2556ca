import {
  type IncomingEvent,
  type IncomingPayment,
  type LightningNode,
  NodeFault,
} from '../../../src/lightning/node-port.ts';

/** What has arrived at the node, and who listens to it. */
export interface Arrivals {
  readonly settled: IncomingPayment[];
  readonly listeners: Set<Listener>;
  /** The index from which each connection has asked. */
  readonly subscriptions: bigint[];
  /** Settle indexes that the stream does not report. */
  readonly unheard: Set<bigint>;
}

export interface Listener {
  readonly queue: (IncomingEvent | NodeFault)[];
  wake: () => void;
}

export const createArrivals = (): Arrivals => ({
  settled: [],
  listeners: new Set(),
  subscriptions: [],
  unheard: new Set(),
});

type IncomingPart = Pick<LightningNode, 'incoming' | 'settledInvoices'>;

/**
 * Creates the stream by LND's rules: 0 replays nothing, any other index replays what settled after
 * it.
 */
export const createIncomingPart = (arrivals: Arrivals, requireHere: () => void): IncomingPart => ({
  incoming: async function* (from, signal) {
    requireHere();
    arrivals.subscriptions.push(from);
    const replayed = from === 0n ? [] : arrivals.settled.filter((one) => one.settleIndex > from);
    const heard = replayed.filter((one) => !arrivals.unheard.has(one.settleIndex));
    const listener: Listener = { queue: heard.map(toEvent), wake: () => undefined };
    const wake = (): void => listener.wake();
    signal.addEventListener('abort', wake);
    arrivals.listeners.add(listener);
    try {
      yield { kind: 'connected' };
      while (!signal.aborted) {
        const next = listener.queue.shift();
        if (next instanceof NodeFault) throw next;
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (listener.wake = resolve));
      }
    } finally {
      arrivals.listeners.delete(listener);
      signal.removeEventListener('abort', wake);
    }
  },
  settledInvoices: async function* () {
    requireHere();
    for (const payment of [...arrivals.settled]) yield payment;
  },
});

/** Lets money arrive, which listeners are told. */
export function arrive(arrivals: Arrivals, payment: IncomingPayment): void {
  arrivals.settled.push(payment);
  if (!arrivals.unheard.has(payment.settleIndex)) tell(arrivals, toEvent(payment));
}

export function tell(arrivals: Arrivals, event: IncomingEvent | NodeFault): void {
  for (const listener of arrivals.listeners) {
    listener.queue.push(event);
    listener.wake();
  }
}

export const toEvent = (payment: IncomingPayment): IncomingEvent => ({
  kind: 'settled',
  settleIndex: payment.settleIndex,
  payments: [payment],
});
