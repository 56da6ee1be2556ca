import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../access/require-scope.ts';
import type { NewestPage } from '../access/token-store.ts';
import {
  type AuthenticateDeps,
  type Authenticated,
  authenticate,
} from '../usecases/apps/authenticate.ts';
import type { Money } from '../wallet/money.ts';
import { noteRefusal } from './note-refusal.ts';
import type { CallRates } from './rates/call-rates.ts';
import type { RateAnswer } from './rates/rate-limiter.ts';
import type { ProtectedRoute, PublicRoute } from './route.ts';
import { readNewestPage } from './wire/history-filters.ts';
import { readQueryTexts } from './wire/query-texts.ts';
import { sendAccessError, sendError } from './wire/send.ts';
import { accessError, TOO_MANY_REQUESTS } from './wire/wire-errors.ts';

export interface GuardDeps extends AuthenticateDeps {
  readonly money: Pick<Money, 'prepare'>;
  /** Null if calls are not limited. */
  readonly rates: CallRates | null;
}

/** Name of the request decorator that carries the caller from the guard to the route. */
export const AUTHENTICATED = 'authenticated';

/**
 * Everything that is decided before the body is read: rate, identity and scope. It takes one
 * database query, and none for calls beyond the rate limit.
 */
export function createGuard(
  deps: GuardDeps,
  route: PublicRoute | ProtectedRoute,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const { authorization } = request.headers;
    const rate = deps.rates?.take(route, authorization, request.ip) ?? null;
    if (rate !== null) showRate(reply, rate);
    if (rate?.isAllowed === false) return sendError(reply, TOO_MANY_REQUESTS);
    if (route.access === 'public') return undefined;

    const newest = readNewest(route, request);
    const identify = () => authenticate(deps, authorization, newest);
    const isPayment = route.tag === 'Payments';
    const authenticated = await (isPayment ? deps.money.prepare(identify) : identify());
    if (!authenticated.ok) {
      deps.rates?.countRefused(authorization, request.ip);
      return sendAccessError(reply, accessError(authenticated.refusal));
    }
    const { caller } = authenticated.value;
    const rateOfUser = deps.rates?.countAccepted(route, authorization, caller.userId) ?? null;
    if (rateOfUser?.isAllowed === false) {
      showRate(reply, rateOfUser);
      return sendError(reply, TOO_MANY_REQUESTS);
    }
    if (route.access !== 'any_token') {
      const allowed = requireScope(caller, route.access);
      if (!allowed.ok) {
        noteRefusal(deps, caller, allowed.refusal);
        return sendAccessError(reply, accessError(allowed.refusal));
      }
    }
    request.setDecorator<Authenticated>(AUTHENTICATED, authenticated.value);
    return undefined;
  };
}

/** The first page of a list is read together with the token. */
const readNewest = (route: ProtectedRoute, { query }: FastifyRequest): NewestPage | null =>
  route.lists === undefined ? null : readNewestPage(readQueryTexts(query), route.lists);

export function showRate(reply: FastifyReply, rate: RateAnswer): void {
  reply.header('x-rate-limit-limit', rate.limit);
  reply.header('x-rate-limit-remaining', rate.remaining);
  reply.header('x-rate-limit-reset', rate.resetsAtSec);
  if (!rate.isAllowed) reply.header('retry-after', rate.retryAfterSec);
}
