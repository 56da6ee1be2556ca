import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed-certificate.ts';

/** A request as its bytes came out of the socket. */
export interface ReceivedRequest {
  readonly line: string;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The number of the connection, counted from 1. */
  readonly connection: number;
}

/** Answers a request in any way. The socket takes any bytes. */
export type RawAnswer = (socket: Socket, request: ReceivedRequest) => void;

export interface RawReceiver {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** The number of connections opened so far. */
  readonly connections: number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface RawReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly isTls?: boolean;
  /** Handles a new connection, in place of reading a request. */
  readonly onConnection?: (socket: Socket) => void;
}

export const ok: RawAnswer = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
};

/** Answers completely, with the length of the body. */
export const say =
  (body: string | Uint8Array, head = '200 OK', ...headers: string[]): RawAnswer =>
  (socket) => {
    const lines = [...headers, `content-length: ${Buffer.byteLength(body)}`];
    socket.write(`HTTP/1.1 ${head}\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body);
  };

export const redirect = (location: string, status = '302 Found'): RawAnswer =>
  say('', status, `location: ${location}`);

/** Starts a receiver of webhooks on bare TCP or TLS, which behaves as a test wants. */
export async function startRawReceiver(
  answer: RawAnswer = ok,
  { host = '127.0.0.1', port: wanted = 0, isTls = false, onConnection }: RawReceiverOptions = {},
): Promise<RawReceiver> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (onConnection !== undefined) {
      onConnection(socket);
      return;
    }
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const request = takeRequest(received, connection);
      if (request === null) return;
      received = Buffer.alloc(0);
      requests.push(request);
      answer(socket, request);
    });
  };
  const server = isTls
    ? createTlsServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY }, serve)
    : createServer(serve);
  server.on('tlsClientError', () => undefined);
  server.listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  const { port } = address;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return {
    url: `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    async idle() {
      while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
    },
    close,
  };
}

function takeRequest(received: Buffer, connection: number): ReceivedRequest | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [line = '', ...fields] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const body = received.subarray(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { line, headers, body, connection };
}
