import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Result } from '../../base/result.ts';
import { accept, refuse } from '../../base/result.ts';
import { nodeOf } from '../apply-entry.ts';
import { GRPC, type GrpcRefusal, unknownError } from '../grpc-refusal.ts';
import { adminMacaroon, macaroonProblem } from '../macaroon.ts';
import type { Network } from '../network.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type RawMessage, readMessage } from './message-reader.ts';
import { openStream, sendMessage, sendRefusal, sendStreamRefusal } from './reply.ts';
import { createRouter, type Match } from './router.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const route = createRouter(ENDPOINTS);

export interface LndRestOptions {
  readonly network: Network;
  /** Name of the node that this server speaks for. */
  readonly nodeName: string;
}

/** LND's REST interface of one node; the caller makes it listen. */
export function createLndRest(options: LndRestOptions): Server {
  const macaroon = adminMacaroon(options.network.state.seedHex, options.nodeName);
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    void serve({ ...options, macaroon }, request, response);
  });
  // As Go's server: no limit on idle connections, so that a client never meets a closing one.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  return server;
}

async function serve(
  options: LndRestOptions & { readonly macaroon: Uint8Array },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '/', search = ''] = splitUrl(request.url ?? '/');
  const found = route(request.method ?? 'GET', path);
  if (found.kind === 'not_found') {
    sendRefusal(response, { code: GRPC.notFound, message: 'Not Found' });
    return;
  }
  if (found.kind === 'wrong_method') {
    sendRefusal(response, { code: GRPC.unimplemented, message: 'Method Not Allowed' });
    return;
  }
  const body = await readBody(request);
  if (body === null) return;
  const message = rawMessage(found.match, search, body);
  if (!message.ok) {
    sendRefusal(response, message.refusal);
    return;
  }
  const node = nodeOf(options.network.state, options.nodeName);
  const problem = macaroonProblem(options.macaroon, request.headers);
  if (problem !== null) {
    refuseCall(found.match.endpoint, response, unknownError(problem));
    return;
  }
  answer(
    found.match,
    { network: options.network, node, fields: readMessage(message.value) },
    response,
  );
}

function answer({ endpoint }: Match, call: Call, response: ServerResponse): void {
  if (endpoint.kind === 'unary') {
    const result = endpoint.answer(call);
    call.network.afterDurable(() => {
      if (result.ok) sendMessage(response, result.value);
      else sendRefusal(response, result.refusal);
    });
    return;
  }
  const opened = endpoint.open(call, openStream(call.network, response));
  if (opened.ok) return;
  const { refusal } = opened;
  call.network.afterDurable(() => {
    // What the gateway itself refuses looks as for a unary call.
    if (refusal === call.fields.refusal) sendRefusal(response, refusal);
    else refuseCall(endpoint, response, refusal);
  });
}

/** The node's own no: for a stream it comes as a chunk. */
function refuseCall(endpoint: Endpoint, response: ServerResponse, refusal: GrpcRefusal): void {
  if (endpoint.kind === 'stream') sendStreamRefusal(response, refusal);
  else sendRefusal(response, refusal);
}

function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Null when the client went away before its request was whole. */
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
