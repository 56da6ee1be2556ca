import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../app/http/http-deps.ts';
import type { Authenticated } from '../apps/authenticate.ts';
import { AUTHENTICATED, createGuard, type Guard } from '../apps/routes/authenticate.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { accept, type Result } from '../base/result.ts';
import { listComplaints } from './errors.ts';
import { readIdempotencyClaim } from './idempotency-claim.ts';
import { readQueryTexts } from './query-texts.ts';
import type { CallRates } from './rates/call-rates.ts';
import { type Answer, answerRefused, type ProtectedRoute, type PublicRoute } from './route.ts';
import { sendAnswer } from './send.ts';
import { TOO_MANY_PAYMENT_CALLS, type WireError } from './wire-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly maxJsonValues?: number | undefined;
    /** False for what is closed to other sites. */
    readonly cors?: boolean;
    /** `all` for what is served at the host of the pages too. */
    readonly hosts?: string;
  }
}

/** Registers a route: guard, validation, the route itself, the response. */
export function registerRoute(
  app: FastifyInstance,
  route: PublicRoute | ProtectedRoute,
  deps: RouteDeps,
  rates: CallRates | null,
): void {
  const guard = createGuard({ ...deps, rates }, route);
  const asksAbout = route.access !== 'public' && route.asksAbout !== undefined;
  app.route({
    method: route.method,
    url: route.path,
    config: { maxJsonValues: route.maxJsonValues },
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.body === undefined ? {} : { body: route.body }),
    },
    onRequest: async (request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      if (route.access !== 'public') reply.header('cache-control', 'no-store');
      return guard.onRequest(request, reply);
    },
    preValidation: async (request, reply) => {
      if (route.isBodyOptional) request.body ??= {};
      return guard.afterBody(request, reply);
    },
    ...(route.listsComplaints ? { errorHandler: listComplaints } : {}),
    ...(asksAbout ? { errorHandler: refuseBefore(guard) } : {}),
    handler: async (request, reply) => sendAnswer(reply, await call(deps, route, request)),
  });
}

/** A body that cannot be read is complained about to those only who may call. */
const refuseBefore =
  (guard: Guard) => async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refused = await guard.afterBody(request, reply);
    if (refused !== undefined) return refused;
    throw error;
  };

async function call(
  deps: RouteDeps,
  route: PublicRoute | ProtectedRoute,
  request: FastifyRequest,
): Promise<Answer<unknown>> {
  const { params, body } = request;
  const input = { params, body, query: readQueryTexts(request.query) };
  if (route.access === 'public') return route.handle(deps, input);
  const idempotency = readClaim(route, request);
  if (!idempotency.ok) return answerRefused(idempotency.refusal);
  const authenticated = request.getDecorator<Authenticated>(AUTHENTICATED);
  const { userId } = authenticated.caller;
  const known = { ...input, ...authenticated, idempotency: idempotency.value };
  if (route.tag !== 'Payments') return route.handle(deps, known);
  if (!deps.paymentCalls.take(userId)) return answerRefused(TOO_MANY_PAYMENT_CALLS);
  try {
    return await route.handle(deps, known);
  } finally {
    deps.paymentCalls.give(userId);
  }
}

function readClaim(
  { method, path, isRepeatable }: ProtectedRoute,
  { raw, body }: FastifyRequest,
): Result<IdempotencyClaim | null, WireError> {
  if (!isRepeatable) return accept(null);
  return readIdempotencyClaim(raw.rawHeaders, { method, path, body });
}
