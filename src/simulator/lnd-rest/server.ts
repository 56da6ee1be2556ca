import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { accept, type Result, refuse } from '../../base/result.ts';
import { advanceChain } from '../chain/advance-chain.ts';
import { payAtOnce } from '../external-payer.ts';
import { GRPC, type GrpcRefusal, unknownError } from '../grpc-refusal.ts';
import { adminMacaroon, macaroonProblem } from '../macaroon.ts';
import type { Network } from '../network.ts';
import { nodeOf } from '../node-of.ts';
import { type CallFate, callFate } from './call-faults.ts';
import type { Call, Endpoint, UnaryEndpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type RawMessage, readMessage } from './message-reader.ts';
import { openStream, type Reply, sendMessage, sendRefusal, sendStreamRefusal } from './reply.ts';
import { createRouter, type Match } from './router.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const route = createRouter(ENDPOINTS);

export interface LndRestOptions {
  readonly network: Network;
  /** The name of the node that this server belongs to. */
  readonly nodeName: string;
}

interface Service extends LndRestOptions {
  readonly macaroon: Uint8Array;
  /** For each connection, the key that the node had when the connection was first used. */
  readonly keys: WeakMap<Socket, string>;
}

/** Creates the server of LND's REST interface for one node. The caller lets it listen. */
export function createLndRest(options: LndRestOptions): Server {
  const macaroon = adminMacaroon(options.network.state.seedHex, options.nodeName);
  const service = { ...options, macaroon, keys: new WeakMap() };
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    void serve(service, request, response);
  });
  // Idle connections have no time limit, as with Go's server, so a client never uses a connection
  // that is just being closed.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  return server;
}

async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { network, nodeName } = service;
  if (isOfAnotherLife(service, request.socket)) {
    request.socket.destroy();
    return;
  }
  const plain: Reply = { response, spoil: null };
  const [path, search] = splitUrl(request.url ?? '/');
  const found = route(request.method ?? 'GET', path);
  if (found.kind !== 'match') {
    sendRefusal(network, plain, found.kind === 'not_found' ? NOT_FOUND : WRONG_METHOD);
    return;
  }
  const body = await readBody(request);
  if (body === null) return;
  const message = rawMessage(found.match, search, body);
  if (!message.ok) {
    sendRefusal(network, plain, message.refusal);
    return;
  }
  const { endpoint } = found.match;
  const problem = macaroonProblem(service.macaroon, request.headers);
  if (problem !== null) {
    refuseCall(network, endpoint, plain, unknownError(problem));
    return;
  }
  advanceChain(network);
  const fate = await callFate({ network, node: nodeName, call: endpoint.name, response });
  const node = nodeOf(network.state, nodeName);
  answer(endpoint, { network, node, fields: readMessage(message.value) }, fate);
}

/**
 * Whether a connection was opened before the node got another key. A new key stands for a restart
 * of the node, which would have ended the connection.
 */
function isOfAnotherLife({ network, nodeName, keys }: Service, socket: Socket): boolean {
  const { pubkey } = nodeOf(network.state, nodeName);
  const known = keys.get(socket) ?? pubkey;
  keys.set(socket, known);
  return known !== pubkey;
}

const NOT_FOUND: GrpcRefusal = { code: GRPC.notFound, message: 'Not Found' };
const WRONG_METHOD: GrpcRefusal = { code: GRPC.unimplemented, message: 'Method Not Allowed' };

function answer(endpoint: Endpoint, call: Call, fate: CallFate): void {
  const { network, node } = call;
  if (fate.kind === 'gone') return;
  if (fate.kind === 'refuse') {
    refuseCall(network, endpoint, fate.reply, fate.refusal);
    return;
  }
  const { reply } = fate;
  if (endpoint.kind === 'unary') {
    answerUnary(endpoint, call, fate);
    return;
  }
  const stream = openStream(network, reply, { node: node.name, call: endpoint.name });
  const opened = endpoint.open(call, stream);
  if (opened.ok) return;
  const { refusal } = opened;
  network.afterDurable(() => {
    // Errors of the REST gateway itself, such as an unreadable field, have the form for unary calls
    // even if the call is a stream.
    if (refusal === call.fields.refusal) sendRefusal(network, reply, refusal);
    else refuseCall(network, endpoint, reply, refusal);
  });
}

function answerUnary(
  endpoint: UnaryEndpoint,
  call: Call,
  { reply, settleFirstMs }: Extract<CallFate, { kind: 'serve' }>,
): void {
  const { network } = call;
  const result = endpoint.answer(call);
  if (result.ok && settleFirstMs !== null) {
    payAtOnce(network, String(result.value['payment_request'] ?? ''));
  }
  network.after(settleFirstMs ?? 0, () => {
    network.afterDurable(() => {
      if (result.ok) sendMessage(network, reply, result.value);
      else sendRefusal(network, reply, result.refusal);
    });
  });
}

/** Sends a refusal of the node itself, which for a stream is a chunk. */
function refuseCall(
  network: Network,
  endpoint: Endpoint,
  reply: Reply,
  refusal: GrpcRefusal,
): void {
  if (endpoint.kind === 'stream') sendStreamRefusal(network, reply, refusal);
  else sendRefusal(network, reply, refusal);
}

function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Reads the body of a request; null when the client left before it was complete. */
function readBody(request: IncomingMessage): Promise<string | null> {
  if (request.method === 'GET') return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else request.destroy();
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => resolve(null));
  });
}

function rawMessage(
  { params }: Match,
  search: string,
  bodyText: string,
): Result<RawMessage, GrpcRefusal> {
  const query = search === '' ? {} : Object.fromEntries(new URLSearchParams(search));
  if (bodyText === '') return accept({ path: params, query, body: {}, bodyText });
  const parsed = parseJson(bodyText);
  if (parsed === undefined) return refuse(badBody('unexpected EOF'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse(badBody(`proto: syntax error (line 1:1): unexpected token ${bodyText[0]}`));
  }
  return accept({ path: params, query, body: { ...parsed }, bodyText });
}

const badBody = (message: string): GrpcRefusal => ({ code: GRPC.invalidArgument, message });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
