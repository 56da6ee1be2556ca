import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../base/clock.ts';
import {
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_FILTERS,
  MAX_SUBSCRIPTION_ID_LENGTH,
} from '../../base/limits.ts';
import { plainAddress } from '../../web/plain-address.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import {
  MAX_NWC_CONTENT_LENGTH,
  MAX_RELAY_UNREAD_BYTES,
  MAX_SUBSCRIPTIONS,
  RELAY_PING_MS,
} from '../limits.ts';
import { createNotificationFeed } from './notification-feed.ts';
import type { RelayDeps } from './relay-deps.ts';
import { createRelayHub } from './relay-hub.ts';
import type { RelayRates } from './relay-rates.ts';
import { openClient } from './relay-socket.ts';
import { createSocketPings, type SocketPings } from './socket-pings.ts';
import { createSocketSlots, type SocketSlot } from './socket-slots.ts';

export interface RegisterRelayDeps {
  readonly relay: RelayDeps;
  readonly rates: RelayRates;
  readonly siteName: string;
  /** The host of the pages, where the relay is not served; null if pages and API share a host. */
  readonly pagesHost: RegExp | null;
  /** Finds the IP address of the caller, also behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export const RELAY_PATH = '/relay';

/** Registers the relay beside the API. Apps of this service's users connect to it. */
export function registerRelay(app: FastifyInstance, deps: RegisterRelayDeps): void {
  const { relay, rates, pagesHost, addressOf } = deps;
  const hub = createRelayHub(relay);
  const feed = createNotificationFeed(relay);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const slots = createSocketSlots(relay.clock);
  let isClosing = false;

  const open = (socket: WebSocket, network: string, slot: SocketSlot): void => {
    const pings = createSocketPings(socket);
    const output = outputOf(socket, pings, slot);
    const client = openClient({ deps: relay, hub, feed, rates, network, output });
    const over = new AbortController();
    void pingUntilSilent(relay.clock, socket, pings, over.signal);
    socket.on('message', (data, isBinary) => {
      // Only text messages are read, each of which comes as one buffer. The relay's protocol has no
      // binary messages.
      if (isBinary || !Buffer.isBuffer(data)) socket.close(UNSUPPORTED_DATA);
      else client.read(data);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      over.abort();
      client.close();
      slot.release();
    });
  };
  const upgrade = (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    duplex.on('error', () => duplex.destroy());
    // Upgrade requests do not pass the router of the web framework, so their path is checked here.
    const path = plainAddress(request.url ?? '').split('?')[0];
    const isOfPages = pagesHost?.test(request.headers.host ?? '') ?? false;
    const isHere = path === RELAY_PATH && !isOfPages;
    const network = callerNetwork(addressOf(request));
    const slot = isHere && !isClosing ? slots.acquire(network, () => duplex.destroy()) : null;
    if (slot === null) {
      refuseUpgrade(duplex, isHere ? 503 : 404);
      return;
    }
    duplex.once('close', slot.release);
    sockets.handleUpgrade(request, duplex, head, (socket) => open(socket, network, slot));
  };
  app.server.on('upgrade', upgrade);
  registerDocument(app, deps.siteName);
  // Sockets are closed at once when the process stops. Requests that were stored are still run, and
  // apps find the answers when they connect again.
  app.addHook('preClose', async () => {
    isClosing = true;
    hub.close();
    feed.close();
    for (const socket of sockets.clients) void endSocket(relay.clock, socket);
  });
}

const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const CLOSE_MS = 1000;

/** Closes a socket, and cuts it if the client does not close its side soon. */
async function endSocket(clock: Clock, socket: WebSocket): Promise<void> {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.close(GOING_AWAY);
  await clock.sleep(CLOSE_MS, closed.signal);
  socket.terminate();
}

/**
 * `process.getBuiltinModule` is used, because importing `node:http` would also load Node's own
 * fetch and web sockets.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * Refuses an upgrade and cuts the connection. HTTP time limits no longer apply to it, so the client
 * could otherwise keep it open.
 */
function refuseUpgrade(duplex: Duplex, status: number): void {
  duplex.once('finish', () => duplex.destroy());
  duplex.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

const outputOf = (socket: WebSocket, pings: SocketPings, slot: SocketSlot) => ({
  send: (text: string) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_RELAY_UNREAD_BYTES) socket.terminate();
    else socket.send(text);
  },
  hold: (isHeld: boolean) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (isHeld) socket.pause();
    else socket.resume();
  },
  cut: () => socket.terminate(),
  confirm: () => pings.confirm(),
  know: slot.know,
});

/**
 * Pings a socket at intervals, and cuts it when it does not answer: a broken connection looks like
 * a silent one.
 */
async function pingUntilSilent(
  clock: Clock,
  socket: WebSocket,
  pings: SocketPings,
  signal: AbortSignal,
): Promise<void> {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  while (isAlive) {
    isAlive = false;
    pings.send();
    await clock.sleep(RELAY_PING_MS, signal);
    if (signal.aborted) return;
  }
  socket.terminate();
}

/** Registers the relay information document, which describes the relay over HTTP (NIP-11). */
function registerDocument(app: FastifyInstance, siteName: string): void {
  const document = {
    name: `${siteName}: wallet relay`,
    description: 'Takes requests of apps to wallets of this service, and nothing else.',
    supported_nips: [1, 11, 40, 44, 47],
    software: 'satchel',
    limitation: {
      max_message_length: MAX_CLIENT_MESSAGE_BYTES,
      max_content_length: MAX_NWC_CONTENT_LENGTH,
      max_subscriptions: MAX_SUBSCRIPTIONS,
      max_filters: MAX_FILTERS,
      max_subid_length: MAX_SUBSCRIPTION_ID_LENGTH,
      auth_required: false,
      payment_required: false,
      restricted_writes: true,
    },
  };
  app.get(RELAY_PATH, async (request, reply) => {
    const wants = request.headers.accept ?? '';
    if (wants.includes('application/nostr+json')) {
      return reply.type('application/nostr+json').send(JSON.stringify(document));
    }
    return reply.code(426).header('upgrade', 'websocket').type('text/plain').send(NOT_FOR_HUMANS);
  });
}

const NOT_FOR_HUMANS = 'This is a relay for apps, which open a web socket here.\n';

/**
 * Whether a request asks for a web socket. A request for any other upgrade is answered as a plain
 * HTTP request.
 */
export const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';
