import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { readClientMessage } from '../../../src/nostr/client-message.ts';
import type { NostrEvent } from '../../../src/nostr/event.ts';
import { type Filter, matchesFilter } from '../../../src/nostr/filter.ts';

/** A simple relay of strangers, which a test can let misbehave. */
export interface ExternalRelay {
  readonly url: string;
  /** All published events, as often as they were published. */
  readonly published: readonly NostrEvent[];
  readonly refused: readonly NostrEvent[];
  /** The events that the relay keeps: the newest of each author and replaceable kind. */
  stored(kind: number): readonly NostrEvent[];
  /** The filters of all subscriptions, the newest last. */
  readonly asked: readonly Filter[];
  /** The number of connections so far. */
  connections(): number;
  /** The number of open connections. */
  openCount(): number;
  manners: RelayManners;
  /** Sends this text to all clients. */
  say(text: string): void;
  /**
   * Sends an event to those who subscribed to such events, as if someone had published it. It need
   * not be valid.
   */
  spread(event: NostrEvent): void;
  /** Sends a message to all open subscriptions. */
  sayToSubscriptions(message: (id: string) => unknown): void;
  /** Forgets all stored events. */
  forget(): void;
  /** Cuts all connections. */
  drop(): void;
}

export interface RelayManners {
  /** Whether the relay closes every new connection at once. */
  refuses?: boolean;
  /** Whether the relay receives everything and sends nothing. */
  isMute?: boolean;
  /** Whether the relay accepts events without an OK. */
  hasNoOk?: boolean;
  /** The answer to events of these kinds, which the relay refuses. */
  refusal?: { readonly kinds: readonly number[]; readonly reason: string };
  /** Whether the relay never says that it has sent all stored events. */
  hasNoEose?: boolean;
  /** Stored events that anyone who asks for them gets first. */
  replays?: readonly NostrEvent[];
}

export async function openExternalRelay(cleanup: {
  after(end: () => unknown): void;
}): Promise<ExternalRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  cleanup.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const published: NostrEvent[] = [];
  const refused: NostrEvent[] = [];
  const asked: Filter[] = [];
  const kept = new Map<string, NostrEvent>();
  const subscriptions = new Map<WebSocket, Map<string, readonly Filter[]>>();
  let connections = 0;

  const each = (
    work: (socket: WebSocket, id: string, filters: readonly Filter[]) => void,
  ): void => {
    for (const [socket, open] of subscriptions) {
      for (const [id, filters] of open) work(socket, id, filters);
    }
  };
  const fits = (filters: readonly Filter[], event: NostrEvent): boolean =>
    filters.some((filter) => matchesFilter(filter, event));
  const relay: ExternalRelay = {
    url: `ws://127.0.0.1:${port}`,
    published,
    refused,
    asked,
    stored: (kind) => [...kept.values()].filter((event) => event.kind === kind),
    connections: () => connections,
    openCount: () => subscriptions.size,
    manners: {},
    say: (text) => {
      for (const socket of subscriptions.keys()) socket.send(text);
    },
    spread: (event) =>
      each((socket, id, filters) => {
        if (fits(filters, event)) send(socket, ['EVENT', id, event]);
      }),
    sayToSubscriptions: (message) => each((socket, id) => send(socket, message(id))),
    forget: () => kept.clear(),
    drop: () => {
      for (const socket of subscriptions.keys()) socket.terminate();
    },
  };
  const take = (socket: WebSocket, event: NostrEvent): void => {
    const { refusal, hasNoOk } = relay.manners;
    if (refusal?.kinds.includes(event.kind)) {
      refused.push(event);
      send(socket, ['OK', event.id, false, refusal.reason]);
      return;
    }
    published.push(event);
    keep(kept, event);
    if (hasNoOk !== true) send(socket, ['OK', event.id, true, '']);
    relay.spread(event);
  };
  const ask = (socket: WebSocket, id: string, filters: readonly Filter[]): void => {
    asked.push(...filters);
    subscriptions.get(socket)?.set(id, filters);
    const { replays = [], hasNoEose } = relay.manners;
    for (const event of [...replays, ...kept.values()]) {
      if (fits(filters, event)) send(socket, ['EVENT', id, event]);
    }
    if (hasNoEose !== true) send(socket, ['EOSE', id]);
  };
  server.on('connection', (socket) => {
    connections += 1;
    if (relay.manners.refuses) {
      socket.terminate();
      return;
    }
    subscriptions.set(socket, new Map());
    socket.on('error', () => undefined);
    socket.on('close', () => subscriptions.delete(socket));
    socket.on('message', (data) => {
      const message = readClientMessage(String(data));
      if (relay.manners.isMute || !message.ok) return;
      if (message.value.kind === 'event') take(socket, message.value.event);
      else if (message.value.kind === 'req') {
        ask(socket, message.value.subscription, message.value.filters);
      } else subscriptions.get(socket)?.delete(message.value.subscription);
    });
  });
  return relay;
}

const send = (socket: WebSocket, message: unknown): void => socket.send(JSON.stringify(message));

/** Keeps only replaceable events (NIP-01), and removes events that were deleted (NIP-09). */
function keep(kept: Map<string, NostrEvent>, event: NostrEvent): void {
  if (event.kind === 5) {
    for (const [, address] of event.tags.filter(([name]) => name === 'a')) {
      const stored = kept.get(address ?? '');
      if (stored !== undefined && stored.created_at <= event.created_at) kept.delete(address ?? '');
    }
  }
  if (event.kind < 10_000 || event.kind >= 20_000) return;
  const address = `${event.kind}:${event.pubkey}:`;
  const before = kept.get(address);
  if (before === undefined || before.created_at < event.created_at) kept.set(address, event);
}
