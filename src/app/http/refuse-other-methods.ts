import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  OAUTH_METHOD_NOT_ALLOWED,
  sendOauthError,
  TOO_MANY_CALLS,
} from '../../apps/oauth/routes/oauth-error.ts';
import { type CallRates, UNKNOWN_RATED } from '../../web/rate-limits/call-rates.ts';
import type { RateAnswer } from '../../web/rate-limits/rate-limiter.ts';
import { isClientRoute, type RouteDescription } from '../../web/route.ts';
import { sendError } from '../../web/send.ts';
import { METHODS } from '../../web/unknown-paths.ts';
import { METHOD_NOT_ALLOWED, TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import { ROUTES } from './routes.ts';

/** Makes the server answer 405 instead of 404 if a path is known but has no such method. */
export function refuseOtherMethods(app: FastifyInstance, rates: CallRates | null): void {
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    const allowed = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = allowed.join(', ');
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: path,
      // The method is refused before the body is read, so that a wrong content type causes no other
      // error first.
      onRequest: async ({ ip }, reply) =>
        refuseMethod(reply.header('allow', allow), routes, rates?.take(UNKNOWN_RATED, null, ip)),
      handler: async (_, reply) => refuseMethod(reply, routes),
    });
  }
}

function refuseMethod(
  reply: FastifyReply,
  routes: readonly RouteDescription[],
  rate?: RateAnswer,
): FastifyReply {
  const isTooOften = rate?.isAllowed === false;
  if (isTooOften) reply.header('retry-after', rate.retryAfterSec);
  return routes.some(isClientRoute)
    ? sendOauthError(reply, isTooOften ? TOO_MANY_CALLS : OAUTH_METHOD_NOT_ALLOWED)
    : sendError(reply, isTooOften ? TOO_MANY_REQUESTS : METHOD_NOT_ALLOWED);
}
