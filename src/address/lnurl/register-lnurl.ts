import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { awayPart } from '../../base/fault.ts';
import { MAX_PAIRS } from '../../base/limits.ts';
import type { Log } from '../../base/log.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { PayerRates } from '../../web/rate-limits/network-rates.ts';
import { readQuery } from '../../web/read-pairs.ts';
import { answerUnknownPaths } from '../../web/unknown-paths.ts';
import { route as generateInvoice } from './generate-invoice.get.ts';
import { route as keysend } from './keysend.name.get.ts';
import { route as addressDetails } from './lightning-address-details.get.ts';
import {
  AWAY,
  FAULT,
  type LnurlError,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  sendLnurl,
  sendLnurlError,
  UNREADABLE,
} from './lnurl-answer.ts';
import type { LnurlDeps, LnurlRequest, LnurlRoute } from './lnurl-route.ts';
import { route as callback } from './lnurlp.name.callback.get.ts';
import { route as payRequest } from './lnurlp.name.get.ts';
import { route as verify } from './lnurlp.name.verify.id.get.ts';
import { route as nostrName } from './nostr.json.get.ts';

/** Every call that wallets of strangers make. */
export const LNURL_ROUTES: readonly LnurlRoute[] = [
  payRequest,
  callback,
  verify,
  keysend,
  nostrName,
  addressDetails,
  generateInvoice,
];

/** Path prefixes below which every answer, errors included, has the form of LNURL. */
const PREFIXES = [
  '/.well-known/lnurlp',
  '/.well-known/keysend',
  '/.well-known/nostr.json',
  '/lnurlp',
  '/lnurl',
] as const;

export interface RegisterLnurlDeps extends LnurlDeps {
  readonly log: Log;
  /** Rate limits on payers; null if nothing is limited. */
  readonly payerRates: PayerRates | null;
}

/**
 * Registers the routes for wallets and apps of strangers. They need no token, and their answers and
 * errors have the form of LNURL.
 */
export async function registerLnurl(app: FastifyInstance, deps: RegisterLnurlDeps): Promise<void> {
  const take = createTake(deps);
  for (const prefix of PREFIXES) {
    await app.register(
      async (part) => {
        part.addHook('onRequest', async (_, reply) => {
          reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
        });
        part.setErrorHandler((error, request, reply) =>
          sendLnurlError(reply, readError(error, request, deps.log)),
        );
        answerUnknownPaths(part, async ({ ip }, reply) =>
          sendLnurlError(reply, take('look_up', callerNetwork(ip)) ?? NOT_FOUND),
        );
        for (const route of LNURL_ROUTES.filter(({ path }) => isBelow(path, prefix))) {
          registerRoute(part, route.path.slice(prefix.length), route, deps, take);
        }
      },
      { prefix },
    );
  }
}

/**
 * Whether a request whose path cannot be decoded was meant for LNURL, so that its error has that
 * form.
 */
export const isLnurlPath = (url: string): boolean =>
  PREFIXES.some((prefix) => isBelow(url, prefix));

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && !/[\w-]/.test(path.charAt(prefix.length));

/**
 * Answers an undecodable request in the form of LNURL. The hooks of the web framework did not run
 * for it, so the CORS header is set here.
 */
export const sendUnreadableLnurl = (reply: FastifyReply): FastifyReply =>
  sendLnurlError(reply.header('access-control-allow-origin', '*'), UNREADABLE);

type Take = (cost: LnurlRoute['cost'], network: string) => LnurlError | null;

/**
 * Makes the function that counts a call against its rate limit. It returns null if the call may go
 * on, otherwise the error.
 */
function createTake({ payerRates }: RegisterLnurlDeps): Take {
  if (payerRates === null) return () => null;
  return (cost, network) => {
    const { isAllowed, retryAfterSec } = payerRates.take(cost, network);
    if (isAllowed) return null;
    const reason = `Too many requests: try again in ${retryAfterSec} seconds`;
    return { status: cost === 'callback' ? 200 : 429, reason, retryAfterSec };
  };
}

const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

function registerRoute(
  part: FastifyInstance,
  url: string,
  route: LnurlRoute,
  deps: RegisterLnurlDeps,
  take: Take,
): void {
  // Paths below `/.well-known/` answer at every host of this service, because wallets call them at
  // the domain of an address.
  const config = { hosts: route.path.startsWith('/.well-known/') ? 'all' : 'api' };
  part.route({
    method: 'GET',
    url,
    config,
    handler: async (request, reply) => {
      const network = callerNetwork(request.ip);
      const refused = take(route.cost, network);
      if (refused !== null) return sendLnurlError(reply, refused);
      const params = readParams(request.params);
      return sendLnurl(reply, await route.handle(deps, { params, ...queriesOf(request), network }));
    },
  });
  part.route({
    method: OTHER_METHODS,
    url,
    config,
    onRequest: async ({ ip }, reply) => {
      const refused = take('look_up', callerNetwork(ip)) ?? METHOD_NOT_ALLOWED;
      return sendLnurlError(reply.header('allow', 'GET, HEAD'), refused);
    },
    handler: async (_, reply) => sendLnurlError(reply, METHOD_NOT_ALLOWED),
  });
  // The CORS plugin answers preflight requests before they reach this handler. The route is only
  // there to say at which hosts they are answered.
  part.route({
    method: 'OPTIONS',
    url,
    config,
    handler: async (_, reply) => reply.code(204).send(),
  });
}

function queriesOf({ url }: FastifyRequest): Pick<LnurlRequest, 'query' | 'plusQuery'> {
  return {
    query: readQuery(url, MAX_PAIRS),
    plusQuery: readQuery(url.replaceAll('+', '%2B'), MAX_PAIRS),
  };
}

function readParams(params: unknown): Readonly<Record<string, string>> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

function readError(error: unknown, request: FastifyRequest, log: Log): LnurlError {
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  if (status >= 400 && status < 500) return { ...UNREADABLE, status };
  log.error({ error, method: request.method, route: request.routeOptions.url }, 'a call failed');
  const away = awayPart(error);
  return away === null ? FAULT : AWAY[away];
}
