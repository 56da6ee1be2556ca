import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Event, EventRepository, LogLevel } from '@nostr-relay/common';
import { NostrRelay } from '@nostr-relay/core';
import { type WebSocket, WebSocketServer } from 'ws';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../self-signed-certificate.ts';

/** A Nostr relay on this machine, made by a library for relays, which verifies every event. */
export interface Relay {
  readonly url: string;
  readonly port: number;
  /** The stored events, each once. */
  readonly events: readonly Event[];
  /** Everything that clients have sent, as text. */
  readonly received: readonly string[];
  /** The number of connections that were opened, including those that never sent anything. */
  readonly connections: number;
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly port?: number;
  readonly isTls?: boolean;
  /** Whether the relay accepts messages without an answer. */
  readonly isSilent?: () => boolean;
  /** Answers a message in place of the relay. */
  readonly onMessage?: (socket: WebSocket, text: string) => void;
  readonly onConnection?: (socket: WebSocket) => void;
}

export async function openRelay(options: RelayOptions = {}): Promise<Relay> {
  const { port = 0, isTls = false, isSilent = () => false, onMessage, onConnection } = options;
  const stored = new Stored();
  const relay = new NostrRelay(stored, { logLevel: LogLevel.ERROR });
  const received: string[] = [];
  let connections = 0;
  const server = isTls
    ? createTlsServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY })
    : createServer();
  server.on('connection', () => {
    connections += 1;
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    relay.handleConnection(socket);
    onConnection?.(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => relay.handleDisconnect(socket));
    socket.on('message', (data) => {
      const text = String(data);
      received.push(text);
      if (isSilent()) return;
      if (onMessage === undefined) void relay.handleMessage(socket, JSON.parse(text));
      else onMessage(socket, text);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const opened = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${isTls ? 'wss' : 'ws'}://127.0.0.1:${opened}/`,
    port: opened,
    events: stored.events,
    received,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await relay.destroy();
    },
  };
}

class Stored extends EventRepository {
  readonly events: Event[] = [];

  isSearchSupported(): boolean {
    return false;
  }

  upsert(event: Event): { isDuplicate: boolean } {
    const isDuplicate = this.events.some(({ id }) => id === event.id);
    if (!isDuplicate) this.events.push(event);
    return { isDuplicate };
  }

  find(): Event[] {
    return this.events;
  }

  async destroy(): Promise<void> {}
}
