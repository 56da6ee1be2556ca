import type { FastifyReply, FastifyRequest } from 'fastify';
import { showRate } from '../apps/routes/authenticate.ts';
import { readBearerToken } from '../authorization/bearer-token.ts';
import { requireScope } from '../authorization/require-scope.ts';
import type { CallRates, RatedRoute } from '../web/rate-limits/call-rates.ts';
import type { RateAnswer } from '../web/rate-limits/rate-limiter.ts';
import { BODY_USER } from '../web/read-body.ts';
import { authenticateLndhub, type LndhubCaller } from './authenticate-lndhub.ts';
import { sendLndhubError } from './lndhub-answer.ts';
import { BAD_AUTH, LOCKED_DOWN, missingScope, tooMany } from './lndhub-errors.ts';
import { isPaying, type LndhubDeps, type LndhubRoute } from './lndhub-route.ts';

/** The name of the request decorator that passes the caller from the guard to the handler. */
export const CALLER = 'lndhubCaller';

/** The rate limit that applies to log-ins: that of public routes, which strangers may call. */
export const LOGIN_RATED: RatedRoute = { access: 'public' };

/**
 * Creates the check that runs before the body of a call is read: rate limit, token and scope, with
 * a single query, as in the Wallet API.
 */
export function createLndhubGuard(
  deps: LndhubDeps,
  route: LndhubRoute,
  rates: CallRates | null,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const rated: RatedRoute = {
    access: route.access,
    pacing: isPaying(route) ? 'payment' : 'call',
  };
  return async (request, reply) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? null : readBearerToken(authorization);
    const rate = rates?.take(rated, token, request.ip) ?? null;
    if (rate !== null) showRate(reply, rate);
    if (rate?.isAllowed === false) return refuseRate(reply, rate);
    const authenticated = await authenticateLndhub(deps, authorization);
    if (!authenticated.ok) {
      if (authenticated.refusal.kind === 'locked_down') return sendLndhubError(reply, LOCKED_DOWN);
      rates?.countRefused(token, request.ip);
      return sendLndhubError(reply, BAD_AUTH);
    }
    const { caller } = authenticated.value;
    const rateOfUser = rates?.countAccepted(rated, token, caller.userId) ?? null;
    if (rateOfUser?.isAllowed === false) {
      deps.appGrantUses.noteRefusal(caller.grantId, 'rate_limited');
      showRate(reply, rateOfUser);
      return refuseRate(reply, rateOfUser);
    }
    if (route.access !== 'any_token') {
      const allowed = requireScope(caller, route.access);
      if (!allowed.ok) {
        deps.appGrantUses.noteRefusal(caller.grantId, 'insufficient_scope');
        return sendLndhubError(reply, missingScope(route.access));
      }
    }
    request.setDecorator<string>(BODY_USER, caller.userId);
    request.setDecorator<LndhubCaller>(CALLER, authenticated.value);
    return undefined;
  };
}

const refuseRate = (reply: FastifyReply, { retryAfterSec }: RateAnswer): FastifyReply =>
  sendLndhubError(reply, tooMany(retryAfterSec));
