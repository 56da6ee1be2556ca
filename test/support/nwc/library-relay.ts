import { once } from 'node:events';
import { type Event, EventRepository, type Filter, LogLevel } from '@nostr-relay/common';
import { NostrRelay } from '@nostr-relay/core';
import { WebSocketServer } from 'ws';
import { toEvent } from '../../../src/nostr/event.ts';
import { matchesFilter, readFilter } from '../../../src/nostr/filter.ts';

/** Opens a relay made by a library for relays. It passes events on only by their kinds. */
export async function openLibraryRelay(cleanup: {
  after(end: () => unknown): void;
}): Promise<{ readonly url: string; readonly stored: ReadonlyMap<string, Event> }> {
  const events = new Stored();
  const relay = new NostrRelay(events, { logLevel: LogLevel.ERROR });
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  sockets.on('connection', (socket) => {
    relay.handleConnection(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => relay.handleDisconnect(socket));
    socket.on('message', (data) => void relay.handleMessage(socket, JSON.parse(String(data))));
  });
  await once(sockets, 'listening');
  cleanup.after(async () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    await relay.destroy();
  });
  const address = sockets.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `ws://127.0.0.1:${port}`, stored: events.newest };
}

class Stored extends EventRepository {
  /** The newest event by author and kind, because all events that it is sent are replaceable. */
  readonly newest = new Map<string, Event>();

  isSearchSupported(): boolean {
    return false;
  }

  upsert(event: Event): { isDuplicate: boolean } {
    const place = `${event.pubkey} ${event.kind}`;
    const before = this.newest.get(place);
    const isDuplicate = before !== undefined && before.created_at >= event.created_at;
    if (!isDuplicate) this.newest.set(place, event);
    return { isDuplicate };
  }

  find(asked: Filter): Event[] {
    const filter = readFilter(asked);
    return [...this.newest.values()].filter((each) => {
      const event = toEvent(each);
      return filter.ok && event !== null && matchesFilter(filter.value, event);
    });
  }

  override async deleteByDeletionRequest(): Promise<void> {}

  async destroy(): Promise<void> {}
}
