import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A request as it arrived. `connection` counts the connections, from 1. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: string;
  readonly body: string;
  readonly connection: number;
}

/** Answers a request with any bytes, at any time, or cuts the connection. */
export type Script = (request: SeenRequest, reply: Reply) => void | Promise<void>;

export interface Reply {
  raw(text: string): Promise<void>;
  /** Sends a complete answer. */
  answer(status: number, body: string): Promise<void>;
  json(status: number, body: object): Promise<void>;
  /** Sends the headers of a chunked answer, to be followed by `chunk`, and then `end` or `cut`. */
  open(status: number): Promise<void>;
  chunk(text: string | Uint8Array): Promise<void>;
  line(message: object): Promise<void>;
  end(): Promise<void>;
  cut(): void;
  readonly closed: Promise<void>;
}

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Starts an HTTP server on bare TCP, for answers that no proper server would give. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    // Each reply listens for the end of its socket.
    socket.setMaxListeners(0);
    const connection = connections;
    let received = '';
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      received += data.toString();
      const request = takeRequest(received, connection);
      if (request === null) return;
      received = '';
      requests.push(request);
      void script(request, replyOn(socket));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address on which no one listens. */
export async function deadUrl(): Promise<string> {
  const server = await startScriptedServer(() => {});
  await server.close();
  return server.url;
}

function takeRequest(received: string, connection: number): SeenRequest | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = received.slice(0, end);
  const body = received.slice(end + 4);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (Buffer.byteLength(body) < length) return null;
  const [method = '', path = ''] = head.split(' ');
  return { method, path, headers: head, body, connection };
}

function replyOn(socket: Socket): Reply {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const raw = async (data: string | Uint8Array): Promise<void> => {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => socket.write(data, () => resolve()));
  };
  const answer = (status: number, body: string): Promise<void> =>
    raw(`HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  const chunk = (data: string | Uint8Array): Promise<void> => {
    const bytes = Buffer.from(data);
    return raw(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
  };
  return {
    raw,
    answer,
    json: (status, body) => answer(status, JSON.stringify(body)),
    open: (status) => raw(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n`),
    chunk,
    line: (message) => chunk(`${JSON.stringify(message)}\n`),
    end: () => raw('0\r\n\r\n'),
    cut: () => socket.destroy(),
    closed,
  };
}
