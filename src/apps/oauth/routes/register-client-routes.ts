import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { awayPart, isLockedDown } from '../../../base/fault.ts';
import { MAX_OAUTH_BODY_BYTES } from '../../../base/limits.ts';
import type { Log } from '../../../base/log.ts';
import { BodyRefusedError } from '../../../web/body-refused.ts';
import type { ReadBody } from '../../../web/read-body.ts';
import { readQuery } from '../../../web/read-pairs.ts';
import type { ClientRoute } from '../../../web/route.ts';
import { MAX_OAUTH_PARAMETERS } from '../../limits.ts';
import { showRate } from '../../routes/authenticate.ts';
import type { AuthorizationServer, OauthAnswer } from '../authorization-server.ts';
import type { ClientRates } from './client-rates.ts';
import { normalizeClientCall } from './normalize-client-call.ts';
import {
  AWAY,
  invalidRequest,
  LOCKED_DOWN,
  type OauthError,
  SERVER_ERROR,
  sendOauthError,
  sendOauthJson,
  TOO_MANY_CALLS,
} from './oauth-error.ts';
import { presentIntrospection } from './present-introspection.ts';

export interface ClientRouteDeps {
  readonly server: () => AuthorizationServer;
  readonly log: Log;
  readonly readBody: ReadBody;
  /** Rate limits on apps; null if calls are not limited. */
  readonly rates: ClientRates | null;
}

/**
 * Registers the routes that apps call with their own credentials. They accept forms of any
 * encoding, and answer with the errors of OAuth.
 */
export async function registerClientRoutes(
  app: FastifyInstance,
  routes: readonly ClientRoute[],
  deps: ClientRouteDeps,
): Promise<void> {
  await app.register(async (part) => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser('*', deps.readBody);
    part.setErrorHandler((error, request, reply) =>
      sendOauthError(reply, readError(error, request, deps.log)),
    );
    for (const route of routes) registerClientRoute(part, route, deps);
  });
}

function registerClientRoute(
  app: FastifyInstance,
  route: ClientRoute,
  deps: ClientRouteDeps,
): void {
  app.route({
    method: 'POST',
    url: route.path,
    bodyLimit: MAX_OAUTH_BODY_BYTES,
    onRequest: async (request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      const rate = deps.rates?.take(request.ip) ?? null;
      if (rate === null) return undefined;
      showRate(reply, rate);
      return rate.isAllowed ? undefined : sendOauthError(reply, TOO_MANY_CALLS);
    },
    handler: (request, reply) => answerClient(route, deps, request, reply),
  });
  // The CORS plugin answers preflight requests before they reach this handler. But without a route
  // for OPTIONS, the path would match a page's route.
  app.options(route.path, async (_, reply) => reply.code(204).send());
}

async function answerClient(
  { endpoint }: ClientRoute,
  { server, rates }: ClientRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = await normalizeClientCall({
    query: readQuery(request.url, MAX_OAUTH_PARAMETERS),
    contentType: request.headers['content-type'] ?? '',
    body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    authorization: request.headers.authorization,
  });
  if (!form.ok) return sendOauthError(reply, form.refusal);
  const clientId = form.value.parameters.get('client_id') ?? '';
  const rate = rates?.look(clientId, request.ip) ?? null;
  if (rate?.isAllowed === false) {
    showRate(reply, rate);
    return sendOauthError(reply, TOO_MANY_CALLS);
  }
  const answer = await server().call(endpoint, form.value);
  if (answer.status === 200) {
    const { body } = answer;
    return sendOauthJson(
      reply,
      200,
      endpoint === 'introspection' ? presentIntrospection(body) : body,
    );
  }
  const error = errorOf(answer);
  if (FAILURES.has(error.error)) rates?.countFailure(clientId, request.ip);
  return sendOauthError(reply, error);
}

/**
 * Error codes for a wrong secret, code or token, as someone gets who guesses. An answer with one of
 * these codes counts as a failed call.
 */
const FAILURES: ReadonlySet<string> = new Set(['invalid_client', 'invalid_grant']);

function errorOf({ status, body }: OauthAnswer): OauthError {
  const { error, error_description: description } = body;
  if (typeof error !== 'string') return SERVER_ERROR;
  return { status, error, description: typeof description === 'string' ? description : error };
}

/**
 * Turns an error into an answer for the app. The app learns about its own mistakes, but nothing
 * about faults of this service.
 */
function readError(error: unknown, request: FastifyRequest, log: Log): OauthError {
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  if (error instanceof BodyRefusedError && status === 429) return TOO_MANY_CALLS;
  if (error instanceof BodyRefusedError && status === 503) return AWAY;
  if (status >= 400 && status < 500) return invalidRequest('the request is invalid', status);
  if (isLockedDown(error)) return LOCKED_DOWN;
  log.error({ error, method: request.method, route: request.routeOptions.url }, 'a call failed');
  return awayPart(error) !== null ? AWAY : SERVER_ERROR;
}
