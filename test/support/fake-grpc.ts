import { once } from 'node:events';
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';

/** A server that answers calls over gRPC by a script, as LND would or should not. */
export interface FakeGrpc {
  readonly url: string;
  readonly calls: readonly GrpcCall[];
  /** The connections that are open. */
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  close(): Promise<void>;
}

export interface GrpcCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The message of the request, without its frame. */
  readonly message: Buffer;
}

export interface GrpcReply {
  readonly stream: ServerHttp2Stream;
  /** Sends messages, and leaves the call open. */
  send(...messages: Uint8Array[]): void;
  end(status?: number, message?: string): void;
  /** Sends one message, and ends the call well. */
  answer(message: Uint8Array): void;
  /** Ends the call before any message. */
  refuse(status: number, message: string): void;
}

export type GrpcScript = (call: GrpcCall, reply: GrpcReply) => void | Promise<void>;

/** Listens on a free port; with a certificate over TLS. */
export async function startFakeGrpc(
  script: GrpcScript,
  certificate: { readonly cert: string; readonly key: string } | null = null,
): Promise<FakeGrpc> {
  const calls: GrpcCall[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server =
    certificate === null ? createServer() : createSecureServer(certificate);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const message = Buffer.concat(parts).subarray(5);
      const call = { path: headers[':path'] ?? '', headers, message };
      calls.push(call);
      void script(call, replyOn(stream));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const scheme = certificate === null ? 'http' : 'https';
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    calls,
    sessions,
    close: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyOn(stream: ServerHttp2Stream): GrpcReply {
  let isOpen = false;
  const open = (): void => {
    if (isOpen) return;
    isOpen = true;
    stream.respond(HEADERS, { waitForTrailers: true });
  };
  const reply: GrpcReply = {
    stream,
    send: (...messages) => {
      open();
      for (const message of messages) stream.write(framed(message));
    },
    end: (status = 0, message = '') => {
      open();
      stream.on('wantTrailers', () => {
        stream.sendTrailers({ 'grpc-status': String(status), 'grpc-message': message });
      });
      stream.end();
    },
    answer: (message) => {
      reply.send(message);
      reply.end();
    },
    refuse: (status, message) => {
      stream.respond(
        { ...HEADERS, 'grpc-status': String(status), 'grpc-message': message },
        { endStream: true },
      );
    },
  };
  return reply;
}

const HEADERS = { ':status': 200, 'content-type': 'application/grpc' } as const;

export function framed(message: Uint8Array, length = message.length, flag = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

/** Writes fields of protobuf: a number as a varint, a text or bytes with their length. */
export function protobuf(...fields: readonly (readonly [number, Written])[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'bigint' || typeof value === 'number') {
        return Buffer.concat([varint(number * 8), varint(value)]);
      }
      const bytes = Buffer.from(value);
      return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
    }),
  );
}

type Written = number | bigint | string | Uint8Array;

export function varint(value: number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest % 128n) + 128);
    rest /= 128n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
