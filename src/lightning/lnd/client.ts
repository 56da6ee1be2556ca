import { Client, type Dispatcher, errors, Pool } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { accept, refuse } from '../../base/result.ts';
import { NodeFault } from '../node-port.ts';
import { inTime, untilLate } from './call-limits.ts';
import { exchange, LndAnswerTooLong, type WholeAnswer } from './exchange.ts';
import { parseLndJson, readJsonLines } from './json-lines.ts';
import {
  answerOfChunk,
  type LndAnswer,
  type LndRefusal,
  refusalFault,
  refusalOfHttpError,
} from './lnd-answer.ts';
import {
  CertificateFault,
  createRenewedAccess,
  type RenewedAccess,
  type RenewedAccessOptions,
} from './renewed-access.ts';
import { openStreamConnections } from './stream-connections.ts';
import { hexField, isWireObject, type WireObject } from './wire-fields.ts';

/**
 * Calls LND over REST. A call returns LND's own answer, or throws a NodeFault. The client never
 * sends a request twice by itself.
 */
export interface LndClient {
  /** The number of connections opened so far for `get`, `post` and `delete`. */
  readonly connectionsOpened: number;
  readonly access: RenewedAccess;
  get(path: string): Promise<LndAnswer>;
  post(path: string, body: WireObject): Promise<LndAnswer>;
  delete(path: string): Promise<LndAnswer>;
  /**
   * A `get` that may take long: it has a few connections of its own, and ends when the signal is
   * aborted.
   */
  lookUp(path: string, signal?: AbortSignal): Promise<LndAnswer>;
  /**
   * Makes a call that LND answers with a stream, and yields its messages; a refusal is always the
   * last one. The stream may be silent for days unless `isPrompt` is set.
   */
  stream(call: LndStreamCall, signal: AbortSignal): AsyncGenerator<LndAnswer>;
  /**
   * From now on, streams use only connections on which the node with this key has identified
   * itself.
   */
  bindTo(pubkey: string): void;
  /**
   * Opens a stream on a connection of its own, so that the caller learns when the connection
   * exists.
   */
  subscribe(path: string, signal: AbortSignal): LndSubscription;
  /** Closes all connections. Calls that are running end with a NodeFault. */
  close(): Promise<void>;
}

export interface LndStreamCall {
  readonly path: string;
  /** The body of the request, which makes the call a POST. */
  readonly body?: WireObject;
  readonly isDelete?: boolean;
  /** Whether LND sends the first message immediately, so that a longer silence means a fault. */
  readonly isPrompt?: boolean;
}

export interface LndSubscription {
  /**
   * Resolves when the request was sent over an established connection. Until the first event, LND
   * sends nothing at all, so nothing later shows that the subscription exists.
   */
  readonly sent: Promise<void>;
  readonly answers: AsyncIterable<LndAnswer>;
  close(): Promise<void>;
}

export interface LndClientOptions extends Omit<RenewedAccessOptions, 'connect' | 'isOurs'> {
  readonly restUrl: string;
  readonly limits: LndLimits;
}

export interface LndLimits {
  readonly connectMs: number;
  /** The longest silence that is accepted in a call that LND answers immediately. */
  readonly answerMs: number;
  /**
   * The time after `answerMs` in which the rest of the answer must have arrived, even if LND sends
   * it slowly without a silence.
   */
  readonly transferMs: number;
  /** The greatest size of one answer, or of one message in a stream. */
  readonly maxAnswerBytes: number;
}

const MAX_UNARY_CONNECTIONS = 64;
const MAX_LOOKUPS = 4;
/**
 * The silence after which TCP probes whether the peer is still there; further probes follow every
 * second.
 */
export const KEEP_ALIVE_MS = 30_000;
/**
 * How long to wait for the end of a stream after its last message. LND ends it promptly, and the
 * connection can then be reused.
 */
const STREAM_END_MS = 1000;

export function openLndClient(options: LndClientOptions): LndClient {
  const { origin, pathname } = new URL(options.restUrl);
  const { clock, limits } = options;
  const { connectMs, answerMs, maxAnswerBytes } = limits;
  const wholeMs = answerMs + limits.transferMs;
  let boundTo: string | null = null;
  const access = createRenewedAccess({
    ...options,
    isOurs: async ({ macaroonHex, connect }) => {
      const client = new Client(origin, { allowH2: false, ...promptly, connect });
      const asked = { ...request('/v1/getinfo'), headers: headersWith(macaroonHex) };
      const pubkey = await askNewcomer(client, asked, maxAnswerBytes);
      return boundTo === null || pubkey === boundTo;
    },
    connect: { keepAliveInitialDelay: KEEP_ALIVE_MS, allowH2: false, timeout: connectMs },
  });
  const shared: Client.Options = { allowH2: false, connect: access.connect };
  const promptly = { headersTimeout: answerMs, bodyTimeout: answerMs };
  const endless = { headersTimeout: 0, bodyTimeout: 0 };
  const unary = new Pool(origin, { ...shared, ...promptly, connections: MAX_UNARY_CONNECTIONS });
  let connectionsOpened = 0;
  unary.on('connect', () => {
    connectionsOpened += 1;
  });
  const lookups = new Pool(origin, { ...shared, ...promptly, connections: MAX_LOOKUPS });
  const streams = openStreamConnections({
    origin,
    client: { allowH2: false, ...endless },
    connect: access.connect,
    ask: (connection) => {
      const asked = { ...request('/v1/getinfo'), ...promptly };
      return askWho(access.watch(readAnswer(exchange(connection, asked, maxAnswerBytes))));
    },
  });
  const closing = new AbortController();
  options.accessWatch?.add(access);

  const request = (path: string, body?: WireObject): Dispatcher.RequestOptions => ({
    method: body === undefined ? 'GET' : 'POST',
    path: pathname.replace(/\/$/, '') + path,
    headers: {
      ...headersWith(access.macaroonHex()),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

  const once = (pool: Pool, asked: Dispatcher.RequestOptions, signal?: AbortSignal) =>
    access.watch(
      inTime(clock, wholeMs, signal, (ending) =>
        readAnswer(exchange(pool, asked, maxAnswerBytes, ending)),
      ),
    );

  return {
    access,
    get connectionsOpened() {
      return connectionsOpened;
    },
    get: (path) => once(unary, request(path)),
    post: (path, body) => once(unary, request(path, body)),
    delete: (path) => once(unary, { ...request(path), method: 'DELETE' }),
    lookUp: (path, signal) => once(lookups, request(path), signal),
    bindTo: (pubkey) => {
      boundTo ??= pubkey;
      streams.bindTo(pubkey);
    },
    stream(call, signal) {
      const { path, body, isPrompt = false } = call;
      const asked = (signal: AbortSignal): Dispatcher.RequestOptions => ({
        ...request(path, body),
        ...(call.isDelete === true && { method: 'DELETE' }),
        ...(isPrompt ? promptly : endless),
        signal,
      });
      const open = (ending: AbortSignal) =>
        streamAnswers(
          streams.request(() => asked(ending)),
          maxAnswerBytes,
          clock,
        );
      return access.watchAll(isPrompt ? untilLate(clock, wholeMs, signal, open) : open(signal));
    },
    subscribe(path, signal) {
      const client = new Client(origin, { ...shared, ...endless });
      const either = AbortSignal.any([signal, closing.signal]);
      const asked = { ...request(path), signal: either };
      return subscribe({ client, request: asked, access, maxBytes: maxAnswerBytes, clock });
    },
    async close() {
      options.accessWatch?.remove(access);
      closing.abort(new NodeFault('the connection to LND was closed'));
      await Promise.all([unary.destroy(), lookups.destroy(), streams.close()]);
    },
  };
}

const headersWith = (macaroonHex: string) => ({ 'grpc-metadata-macaroon': macaroonHex });

async function readAnswer(exchanging: Promise<WholeAnswer>): Promise<LndAnswer> {
  const { statusCode, text } = await orFault(exchanging);
  if (statusCode !== 200) return refuse(refusalOf(statusCode, text));
  const message = parseLndJson(text);
  if (!isWireObject(message)) throw new NodeFault('LND answered with JSON that is no object');
  return accept(message);
}

async function askWho(answering: Promise<LndAnswer>): Promise<string> {
  const answer = await answering;
  if (!answer.ok) throw refusalFault('GetInfo', answer.refusal);
  return hexField(answer.value, 'identity_pubkey', 33);
}

async function askNewcomer(
  client: Client,
  asked: Dispatcher.RequestOptions,
  maxBytes: number,
): Promise<string> {
  try {
    return await askWho(readAnswer(exchange(client, asked, maxBytes)));
  } finally {
    void client.destroy();
  }
}

async function* streamAnswers(
  responding: Promise<Dispatcher.ResponseData>,
  maxBytes: number,
  clock: Clock,
): AsyncGenerator<LndAnswer> {
  const { statusCode, body } = await orFault(responding);
  if (statusCode !== 200) {
    yield refuse(refusalOf(statusCode, await orFault(readText(body, maxBytes))));
    return;
  }
  try {
    const chunks = body.iterator({ destroyOnReturn: false });
    for await (const chunk of readJsonLines(chunks, maxBytes)) yield answerOfChunk(chunk);
  } catch (error) {
    throw asFault(error);
  } finally {
    // The stream is read to its end in the background, as the caller already has the last message.
    void readToTheEnd(body, maxBytes, clock);
  }
}

/** Closes the connection of a stream that does not end soon. */
async function readToTheEnd(
  body: Dispatcher.ResponseData['body'],
  limit: number,
  clock: Clock,
): Promise<void> {
  const ended = new AbortController();
  void clock.sleep(STREAM_END_MS, ended.signal).then(() => ended.signal.aborted || body.destroy());
  try {
    await body.dump({ limit });
  } catch {
    // An error means that the body was not read to its end. Its connection is then closed, and
    // nothing more is needed.
  } finally {
    ended.abort('it has ended');
  }
}

interface Subscribing {
  readonly client: Client;
  readonly request: Dispatcher.RequestOptions;
  readonly access: Pick<RenewedAccess, 'watchAll' | 'watchSending'>;
  readonly maxBytes: number;
  readonly clock: Clock;
}

function subscribe(options: Subscribing): LndSubscription {
  const { client, request, access, maxBytes, clock } = options;
  const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
  const responding = client.request(request);
  return {
    sent: access.watchSending(Promise.race([connected, orFault(responding).then(() => undefined)])),
    answers: access.watchAll(streamAnswers(responding, maxBytes, clock)),
    close: () => client.destroy(),
  };
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new LndAnswerTooLong(`LND sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function refusalOf(statusCode: number, text: string): LndRefusal {
  const refusal = text.startsWith('{') ? refusalOfHttpError(statusCode, parseLndJson(text)) : null;
  if (refusal !== null) return refusal;
  throw new NodeFault(`HTTP ${statusCode} came back, and it is not LND who says so`);
}

export async function orFault<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    throw asFault(error);
  }
}

/** Translates what went wrong on the way to LND or back. */
export function asFault(error: unknown): NodeFault {
  if (error instanceof NodeFault) return error;
  // The parser's error contains the bytes that it could not parse, possibly with preimages, so only
  // its message is kept.
  const cause = error instanceof errors.HTTPParserError ? new Error(error.message) : error;
  const said = cause instanceof Error ? cause.message : 'ended by the caller';
  if (isCertificateProblem(cause)) {
    return new CertificateFault(`the certificate of LND is not the one that is trusted: ${said}`, {
      cause,
    });
  }
  return new NodeFault(`no answer from LND: ${said}`, { cause });
}

/** Whether the code of an error says that Node.js did not accept the server's TLS certificate. */
const isCertificateProblem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /CERT|LEAF_SIGNATURE|ISSUER/.test(`${error.code}`);
