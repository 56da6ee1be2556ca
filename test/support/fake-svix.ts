import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * As much of a Svix server as a provider of ours is asked for, in memory, after the source of
 * server 1.100 (MIT). It records every request, and answers as it is told where a test wants so.
 */
export interface FakeSvix {
  readonly url: string;
  readonly requests: readonly SvixRequest[];
  readonly apps: ReadonlyMap<string, FakeApp>;
  /** Answers in the place of the server; undefined lets it answer itself. */
  intercept: (request: SvixRequest) => Interception | undefined;
  /** Lines such as `POST /app/_ep_x/msg`, since the last call of this. */
  takeCalls(): string[];
  /** As though its database had been lost. */
  forget(): void;
  close(): Promise<void>;
}

export interface SvixRequest {
  readonly method: string;
  /** Without `/api/v1`. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export type Interception =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'hang'
  | 'cut'
  /** It does what it is asked for, and its answer is lost. */
  | 'cut after';

export interface FakeApp {
  readonly endpoints: Map<string, FakeEndpoint>;
  readonly messages: Map<string, FakeMessage>;
}

export interface FakeEndpoint {
  url: string;
  description: string;
  disabled: boolean;
  types: readonly string[] | null;
  secret: string;
  readonly oldSecrets: { readonly secret: string; readonly graceSec: number }[];
}

export interface FakeMessage {
  readonly eventType: string;
  /** Exactly as it came. */
  readonly payload: string;
  readonly resentTo: string[];
}

/** By which names a server knows the filter of an endpoint. */
export type Generation = 'filterTypes' | 'both' | 'eventTypes';

interface State {
  readonly generation: Generation;
  readonly token: string;
  readonly apps: Map<string, FakeApp>;
  readonly types: Set<string>;
}

export async function startFakeSvix(generation: Generation, token = 'testsk_1'): Promise<FakeSvix> {
  const state: State = { generation, token, apps: new Map(), types: new Set() };
  const requests: SvixRequest[] = [];
  let taken = 0;
  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      const scripted = fake.intercept(request);
      if (scripted === 'hang') return;
      if (scripted === 'cut') return void incoming.socket.destroy();
      const answer = typeof scripted === 'object' ? scripted : answerOf(state, request);
      if (scripted === 'cut after') return void incoming.socket.destroy();
      write(outgoing, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  const fake: FakeSvix = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    apps: state.apps,
    intercept: () => undefined,
    takeCalls: () => {
      const calls = requests.slice(taken).map(({ method, path }) => `${method} ${path}`);
      taken = requests.length;
      return calls;
    },
    forget: () => {
      state.apps.clear();
      state.types.clear();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function readRequest(incoming: IncomingMessage): Promise<SvixRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const [path = '', query = ''] = (incoming.url ?? '').split('?');
  return {
    method: incoming.method ?? '',
    path: path.replace(/^\/api\/v1/, ''),
    query,
    headers: incoming.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

function write(outgoing: ServerResponse, { status, body, headers }: Answer): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: { code, detail: code },
});

function answerOf(state: State, request: SvixRequest): Answer {
  const { method, path, headers, text } = request;
  if (headers.authorization !== `Bearer ${state.token}`)
    return refusal(401, 'authentication_failed');
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  const [, first = '', app = '', kind = '', id = '', ...rest] = path.split('/');
  const call = `${method} ${[first, app && ':', kind, id && ':', ...rest].filter(Boolean).join('/')}`;
  if (call === 'POST event-type') return makeEventType(state, body);
  if (call === 'POST app') return makeApp(state, request.query, body);
  if (call === 'DELETE app/:') {
    return state.apps.delete(app) ? { status: 204 } : refusal(404, 'not_found');
  }
  const found = state.apps.get(app);
  if (found === undefined) return refusal(404, 'not_found');
  if (call === 'POST app/:/endpoint') return makeEndpoint(state, found, body);
  if (call === 'POST app/:/msg') return takeMessage(found, body, text);
  if (kind === 'msg') return resend(found, id, rest);
  const endpoint = found.endpoints.get(id);
  if (endpoint === undefined) return refusal(404, 'not_found');
  if (call === 'PATCH app/:/endpoint/:') return changeEndpoint(state, endpoint, body);
  if (call === 'GET app/:/endpoint/:') return { status: 200, body: shown(state, endpoint) };
  if (call === 'GET app/:/endpoint/:/secret')
    return { status: 200, body: { key: endpoint.secret } };
  if (call === 'POST app/:/endpoint/:/secret/rotate') return rotate(endpoint, body);
  return refusal(405, 'no_such_call');
}

const isUid = (uid: unknown, prefix: string): uid is string =>
  typeof uid === 'string' && /^[a-zA-Z0-9\-_.]{1,256}$/.test(uid) && !uid.startsWith(prefix);

function makeEventType({ types }: State, { name }: Record<string, unknown>): Answer {
  if (typeof name !== 'string') return refusal(422, 'validation');
  if (types.has(name)) return refusal(409, 'event_type_exists');
  types.add(name);
  return { status: 201, body: { name } };
}

function makeApp({ apps }: State, query: string, { uid, name }: Record<string, unknown>): Answer {
  if (!isUid(uid, 'app_') || typeof name !== 'string') return refusal(422, 'validation');
  if (apps.has(uid)) {
    return query.includes('get_if_exists=true')
      ? { status: 200, body: { uid } }
      : refusal(409, 'conflict');
  }
  apps.set(uid, { endpoints: new Map(), messages: new Map() });
  return { status: 201, body: { uid } };
}

/** What a newer name means to an older server: nothing. Both at once are a double field to a newer. */
function readFilter({ generation, types }: State, body: Record<string, unknown>) {
  const names = (['filterTypes', 'eventTypes'] as const).filter(
    (name) => generation === 'both' || generation === name,
  );
  const given = names.filter((name) => name in body);
  if (given.length > 1) return 'invalid';
  const filter = given[0] === undefined ? undefined : body[given[0]];
  if (filter === undefined || filter === null) return filter;
  if (!Array.isArray(filter) || filter.length === 0) return 'invalid';
  return filter.every((type) => types.has(type)) ? filter : 'invalid';
}

function makeEndpoint(state: State, app: FakeApp, body: Record<string, unknown>): Answer {
  const { uid, url, secret, description } = body;
  const filter = readFilter(state, body);
  if (!isUid(uid, 'ep_') || filter === 'invalid') return refusal(422, 'validation');
  if (typeof secret !== 'string' || !/^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/.test(secret)) {
    return refusal(422, 'validation');
  }
  if (app.endpoints.has(uid)) return refusal(409, 'conflict');
  app.endpoints.set(uid, {
    url: String(url),
    description: String(description),
    disabled: body['disabled'] === true,
    types: filter ?? null,
    secret,
    oldSecrets: [],
  });
  return { status: 201, body: { uid } };
}

function changeEndpoint(
  state: State,
  endpoint: FakeEndpoint,
  body: Record<string, unknown>,
): Answer {
  const filter = readFilter(state, body);
  if (filter === 'invalid') return refusal(422, 'validation');
  if (filter !== undefined) endpoint.types = filter;
  endpoint.url = String(body['url'] ?? endpoint.url);
  endpoint.description = String(body['description'] ?? endpoint.description);
  endpoint.disabled = Boolean(body['disabled'] ?? endpoint.disabled);
  return { status: 200, body: shown(state, endpoint) };
}

const shown = ({ generation }: State, { secret: _, types, ...endpoint }: FakeEndpoint) => ({
  ...endpoint,
  ...(types === null ? {} : { [generation === 'both' ? 'eventTypes' : generation]: types }),
});

function rotate(endpoint: FakeEndpoint, body: Record<string, unknown>): Answer {
  const { key, gracePeriodSeconds } = body;
  if (typeof key !== 'string' || typeof gracePeriodSeconds !== 'number') {
    return refusal(422, 'validation');
  }
  endpoint.oldSecrets.push({ secret: endpoint.secret, graceSec: gracePeriodSeconds });
  endpoint.secret = key;
  return { status: 204 };
}

function takeMessage(app: FakeApp, body: Record<string, unknown>, text: string): Answer {
  const { eventType, eventId } = body;
  if (typeof eventType !== 'string' || !isUid(eventId, 'msg_')) return refusal(422, 'validation');
  const payload = /"payload":(\{.*\})\}$/s.exec(text)?.[1];
  if (payload === undefined) return refusal(422, 'validation');
  if (app.messages.has(eventId)) return refusal(409, 'conflict');
  app.messages.set(eventId, { eventType, payload, resentTo: [] });
  return { status: 202, body: { eventId } };
}

function resend(app: FakeApp, messageId: string, rest: readonly string[]): Answer {
  const [kind, endpointId = '', verb] = rest;
  const message = app.messages.get(messageId);
  if (kind !== 'endpoint' || verb !== 'resend') return refusal(405, 'no_such_call');
  if (message === undefined || !app.endpoints.has(endpointId)) return refusal(404, 'not_found');
  message.resentTo.push(endpointId);
  return { status: 202, body: {} };
}
