/**
 * Puts one declared route on the HTTP server, with its guard and with the validation of its input.
 */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { KeyLimit } from '../base/key-limit.ts';
import { accept, type Result } from '../base/result.ts';
import { listComplaints } from './errors.ts';
import type { CreateGuard, Guard } from './guard.ts';
import { hangUpOf } from './hang-up.ts';
import { readIdempotencyClaim } from './idempotency-claim.ts';
import { readQueryTexts } from './query-texts.ts';
import {
  type Answer,
  answerRefused,
  type BoundProtectedRoute,
  type BoundPublicRoute,
  type ProtectedDescription,
} from './route.ts';
import { sendAnswer } from './send.ts';
import { TOO_MANY_PAYMENT_CALLS, type WireError } from './wire-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly maxJsonValues?: number | undefined;
    /** Whether scripts of other sites may call the route (CORS). */
    readonly cors?: boolean;
    /** The hosts at which the route is served: `all` where the host of the pages serves it too. */
    readonly hosts?: string;
  }
}

export interface RegisterRouteDeps<Payment> {
  readonly createGuard: CreateGuard<Payment>;
  /** Counts calls of one user that may wait for a payment. */
  readonly paymentCalls: KeyLimit;
}

/**
 * Registers a route with its guard, the validation of its input, and the way in which its answer is
 * sent.
 */
export function registerRoute<Payment>(
  app: FastifyInstance,
  route: BoundPublicRoute | BoundProtectedRoute<Payment>,
  deps: RegisterRouteDeps<Payment>,
): void {
  const guard = deps.createGuard(route);
  const prefetches = route.access !== 'public' && route.prefetchPayment !== undefined;
  const isOptional = route.isBodyOptional === true;
  const tries = route.access !== 'public' && route.tryAnswer !== null;
  const preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOptional) request.body ??= {};
    if (tries && guard.remembered(request) !== null) return undefined;
    return guard.afterBody(request, reply);
  };
  app.route({
    method: route.method,
    url: route.path,
    config: { maxJsonValues: route.maxJsonValues },
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.body === undefined ? {} : { body: route.body }),
    },
    onRequest: (request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      if (route.access !== 'public') reply.header('cache-control', 'no-store');
      return guard.onRequest(request, reply);
    },
    ...(isOptional || prefetches ? { preValidation } : {}),
    ...(route.listsComplaints ? { errorHandler: listComplaints } : {}),
    ...(prefetches ? { errorHandler: refuseBefore(guard) } : {}),
    handler: async (request, reply) => {
      try {
        if (tries) {
          const answer = await tryCall(deps, route, guard, request);
          if (answer !== null) return sendAnswer(reply, answer);
          const refused = await guard.afterBody(request, reply);
          if (refused !== undefined) return refused;
        }
        return sendAnswer(reply, await call(deps, route, guard, request));
      } finally {
        guard.doneIfGone(request);
      }
    },
  });
}

/**
 * Answers a request that failed before its route, such as one with an unreadable body. The guard is
 * asked first, so that only callers who may call the route are told what is wrong.
 */
const refuseBefore =
  (guard: Pick<Guard<unknown>, 'afterBody'>) =>
  async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refused = await guard.afterBody(request, reply);
    if (refused !== undefined) return refused;
    throw error;
  };

/** Tries to answer a caller who is remembered, and was not identified yet; null for any other. */
async function tryCall<Payment>(
  { paymentCalls }: Pick<RegisterRouteDeps<Payment>, 'paymentCalls'>,
  { tryAnswer }: BoundProtectedRoute<Payment>,
  guard: Guard<Payment>,
  request: FastifyRequest,
): Promise<Answer<unknown> | null> {
  const remembered = guard.remembered(request);
  if (tryAnswer === null || remembered === null) return null;
  const { userId } = remembered.caller;
  if (!paymentCalls.acquire(userId)) return null;
  try {
    const answer = await tryAnswer({ ...remembered, body: request.body });
    // A refusal may mean that the database has not answered yet.
    if (answer !== null && answer.kind !== 'refused') guard.noteProved(request);
    return answer;
  } catch (error) {
    // Nothing was wrong with the body, so the caller need not be identified to be told.
    guard.done(request);
    throw error;
  } finally {
    paymentCalls.release(userId);
  }
}

async function call<Payment>(
  { paymentCalls }: Pick<RegisterRouteDeps<Payment>, 'paymentCalls'>,
  route: BoundPublicRoute | BoundProtectedRoute<Payment>,
  guard: Guard<Payment>,
  request: FastifyRequest,
): Promise<Answer<unknown>> {
  const { params, body } = request;
  const input = { params, body, query: readQueryTexts(request.query), hangUp: hangUpOf(request) };
  if (route.access === 'public') return route.answer(input);
  const idempotency = readClaim(route, request);
  if (!idempotency.ok) return answerRefused(idempotency.refusal);
  const authenticated = guard.authenticated(request);
  const { userId } = authenticated.caller;
  const endTurn = () => guard.done(request);
  const known = { ...input, ...authenticated, idempotency: idempotency.value, endTurn };
  if (route.pacing !== 'payment') return await route.answer(known);
  if (!paymentCalls.acquire(userId)) return answerRefused(TOO_MANY_PAYMENT_CALLS);
  try {
    return await route.answer(known);
  } finally {
    paymentCalls.release(userId);
  }
}

function readClaim(
  { method, path, isRepeatable }: ProtectedDescription,
  { raw, body }: FastifyRequest,
): Result<IdempotencyClaim | null, WireError> {
  if (!isRepeatable) return accept(null);
  return readIdempotencyClaim(raw.rawHeaders, { method, path, body });
}
