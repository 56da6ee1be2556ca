import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Clock } from '../../base/clock.ts';
import { accept, refuse } from '../../base/result.ts';
import { NodeFault } from '../node-port.ts';
import { inTime } from './call-limits.ts';
import { asFault, KEEP_ALIVE_MS, type LndLimits, type LndSubscription, orFault } from './client.ts';
import { createFrameReader, frameOf, readStatus, requireGrpc } from './grpc-frames.ts';
import { ADD_INVOICE, GET_INFO, type GrpcMethod, SUBSCRIBE_INVOICES } from './grpc-messages.ts';
import type { InvoiceCalls } from './invoice-calls.ts';
import { type LndAnswer, type LndRefusal, refusalFault } from './lnd-answer.ts';
import { decodeMessage, encodeMessage } from './protobuf.ts';
import type { RenewedAccess } from './renewed-access.ts';
import { hexField, type WireObject } from './wire-fields.ts';

export interface GrpcClientOptions {
  /** The URL of LND's gRPC: `https://host:port`. */
  readonly url: string;
  /** The macaroon and certificate of the client over REST, which are replaced for both. */
  readonly access: RenewedAccess;
  readonly limits: LndLimits;
  readonly clock: Clock;
}

export interface GrpcClient extends InvoiceCalls {
  /** From now on, only connections to the node with this key are used, as with LndClient. */
  bindTo(pubkey: string): void;
  /** Closes all connections. Calls that are running end with a NodeFault. */
  close(): void;
}

/** Turns what throws into a promise that is rejected. */
const NOW = Promise.resolve();
/**
 * The most connections that one call opens: the first it finds may end just then, or may be older
 * than the key of our node.
 */
const MAX_ATTEMPTS = 3;

/** A connection, and the key of the node at its other end; null when it was not asked. */
interface Connection {
  readonly session: ClientHttp2Session;
  readonly pubkey: string | null;
}

/**
 * Calls LND over gRPC, with HTTP/2 of Node.js. Creations of invoices share one connection, which is
 * opened anew when it has ended, and each subscription has its own. Once the key of our node is
 * known, a new connection is used only after the node at its other end has told the same key. Like
 * the client over REST, this one never sends a request twice by itself.
 */
export function openGrpcClient(options: GrpcClientOptions): GrpcClient {
  const { access, limits, clock } = options;
  const closing = new AbortController();
  let boundTo: string | null = null;
  let shared: Promise<Connection> | null = null;

  const call = async (session: ClientHttp2Session, method: GrpcMethod, request: WireObject) => {
    try {
      return await inTime(clock, limits.answerMs, closing.signal, (ending) =>
        orFault(NOW.then(() => callOnce(open(session, method, request, ending), method, limits))),
      );
    } catch (error) {
      // A connection that does not answer may be dead, so later calls take a new one.
      session.close();
      throw error;
    }
  };
  const open: OpenCall = (session, method, request, signal) => {
    const stream = session.request(
      {
        ':method': 'POST',
        ':path': method.path,
        'content-type': 'application/grpc',
        te: 'trailers',
        macaroon: access.macaroonHex(),
      },
      { signal },
    );
    stream.end(frameOf(encodeMessage(method.request, request)));
    return watchStream(stream);
  };
  const connectTo = async (signal: AbortSignal): Promise<Connection> => {
    const session = await orFault(openSession(options, signal));
    if (boundTo === null) return { session, pubkey: null };
    try {
      const answer = await access.watch(call(session, GET_INFO, {}));
      if (!answer.ok) throw refusalFault('GetInfo', answer.refusal);
      const pubkey = hexField(answer.value, 'identity_pubkey', 33);
      if (pubkey === boundTo) return { session, pubkey };
      throw new NodeFault(
        `the node at our gRPC address is ${pubkey}, which is not ours: ${boundTo}`,
      );
    } catch (error) {
      session.destroy();
      throw error;
    }
  };
  const forget = (opening: Promise<Connection>): void => {
    if (shared === opening) shared = null;
  };
  const takeShared = async (): Promise<ClientHttp2Session> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      shared ??= connectTo(closing.signal);
      const opening = shared;
      try {
        const connection = await opening;
        if (isUsable(connection, boundTo)) return connection.session;
        connection.session.close();
        forget(opening);
      } catch (error) {
        forget(opening);
        throw error;
      }
    }
    throw new NodeFault('no answer from LND: each new connection has ended at once');
  };

  return {
    add: (request) =>
      access.watch(takeShared().then((session) => call(session, ADD_INVOICE, request))),
    subscribe: (settleIndex, signal) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const connecting = connectTo(either);
      const request = { settle_index: settleIndex.toString() };
      const opening = orFault(
        connecting.then(({ session }) => open(session, SUBSCRIBE_INVOICES, request, either)),
      );
      return subscription(access, connecting, opening, limits);
    },
    bindTo: (pubkey) => {
      boundTo ??= pubkey;
    },
    close: () => {
      closing.abort(new NodeFault('the connection to LND was closed'));
      void shared?.then(({ session }) => session.destroy()).catch(() => undefined);
    },
  };
}

type OpenCall = (
  session: ClientHttp2Session,
  method: GrpcMethod,
  request: WireObject,
  signal: AbortSignal,
) => GrpcStream;

/** The stream of a call. What comes before anyone reads it is kept. */
interface GrpcStream {
  readonly stream: ClientHttp2Stream;
  readonly closed: Promise<void>;
  /** Throws when it is not LND that has begun to answer. */
  requireHead(): Head;
  /** How the call has ended, see readStatus. */
  readEnd(): LndRefusal | null;
}

type Head = IncomingHttpHeaders & IncomingHttpStatusHeader;

function watchStream(stream: ClientHttp2Stream): GrpcStream {
  let head: Head | null = null;
  let trailers: IncomingHttpHeaders | null = null;
  stream.on('response', (headers) => {
    head = headers;
  });
  stream.on('trailers', (headers) => {
    trailers = headers;
  });
  // Who reads the stream gets its error.
  stream.on('error', () => undefined);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  stream.on('close', resolve);
  const requireHead = (): Head => {
    if (head === null) throw new NodeFault('no answer from LND: the connection ended');
    requireGrpc(head);
    return head;
  };
  return {
    stream,
    closed,
    requireHead,
    readEnd: () => {
      const first = requireHead();
      // A call that fails before its first message has only one part with headers.
      return readStatus(trailers ?? first);
    },
  };
}

/** A connection that LND is about to close (GOAWAY) takes no more calls. */
const isUsable = ({ session, pubkey }: Connection, boundTo: string | null): boolean =>
  !session.closed && !session.destroyed && pubkey === boundTo;

async function openSession(
  { url, access, limits, clock }: GrpcClientOptions,
  signal: AbortSignal,
): Promise<ClientHttp2Session> {
  const ca = access.tlsCaPem();
  const session = connect(url, { settings: { enablePush: false }, ...(ca === null ? {} : { ca }) });
  // Errors reach the calls that the connection carries; it has one with none as well.
  session.on('error', () => undefined);
  session.on('connect', (_, socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
  try {
    await inTime(clock, limits.connectMs, signal, (ending) =>
      once(session, 'connect', { signal: ending }),
    );
    return session;
  } catch (error) {
    session.destroy();
    throw error;
  }
}

function callOnce(
  { stream, readEnd }: GrpcStream,
  { answer }: GrpcMethod,
  { maxAnswerBytes }: LndLimits,
): Promise<LndAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LndAnswer>();
  const giveUp = (error: unknown): void => {
    reject(error);
    stream.destroy();
  };
  const frames = createFrameReader(maxAnswerBytes);
  const messages: Uint8Array[] = [];
  stream.on('data', (chunk: Buffer) => {
    try {
      messages.push(...frames.push(chunk));
      if (messages.length > 1) throw new NodeFault('LND sent more than one message as an answer');
    } catch (error) {
      giveUp(error);
    }
  });
  stream.on('error', giveUp);
  stream.on('close', () => {
    try {
      const refusal = readEnd();
      const [message] = messages;
      if (refusal !== null) resolve(refuse(refusal));
      else if (message !== undefined) resolve(accept(decodeMessage(answer, message)));
      else reject(new NodeFault('LND ended a call without an answer'));
    } catch (error) {
      reject(error);
    }
  });
  return promise;
}

function subscription(
  access: RenewedAccess,
  connecting: Promise<Connection>,
  opening: Promise<GrpcStream>,
  { maxAnswerBytes }: LndLimits,
): LndSubscription {
  return {
    sent: access.watchSending(opening.then(() => undefined)),
    answers: access.watchAll(readStream(opening, SUBSCRIBE_INVOICES, maxAnswerBytes)),
    close: async () => {
      await connecting.then(
        ({ session }) => session.destroy(),
        () => undefined,
      );
    },
  };
}

async function* readStream(
  opening: Promise<GrpcStream>,
  { answer }: GrpcMethod,
  maxBytes: number,
): AsyncGenerator<LndAnswer> {
  try {
    const { stream, closed, requireHead, readEnd } = await opening;
    const frames = createFrameReader(maxBytes);
    const chunks: AsyncIterable<Buffer> = stream;
    for await (const chunk of chunks) {
      requireHead();
      for (const message of frames.push(chunk)) yield accept(decodeMessage(answer, message));
    }
    await closed;
    if (frames.isWithinMessage()) throw new NodeFault('LND ended a stream within a message');
    const refusal = readEnd();
    if (refusal !== null) yield refuse(refusal);
  } catch (error) {
    throw asFault(error);
  }
}
