import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LndhubStore } from '../apps/lndhub-devices/lndhub-store.ts';
import { LNDHUB_PREFIX } from '../apps/lndhub-devices/lndhub-token.ts';
import { awayPart } from '../base/fault.ts';
import type { Log } from '../base/log.ts';
import { BodyRefusedError } from '../web/body-refused.ts';
import { UnusableBodyError } from '../web/errors.ts';
import { hangUpOf } from '../web/hang-up.ts';
import { readQueryTexts } from '../web/query-texts.ts';
import { type CallRates, UNKNOWN_RATED } from '../web/rate-limits/call-rates.ts';
import { callerNetwork } from '../web/rate-limits/caller-network.ts';
import { HungUpError } from '../web/rate-limits/turns.ts';
import type { ReadBody } from '../web/read-body.ts';
import { answerUnknownPaths } from '../web/unknown-paths.ts';
import { AUTH_PATH, answerAuth } from './auth.post.ts';
import type { LndhubCaller } from './authenticate-lndhub.ts';
import { CALLER, createLndhubGuard, LOGIN_RATED } from './guard-lndhub.ts';
import { MAX_LNDHUB_LOGIN_BYTES } from './limits.ts';
import {
  answerError,
  type LndhubAnswer,
  type LndhubError,
  sendLndhub,
  sendLndhubError,
} from './lndhub-answer.ts';
import {
  AWAY,
  BAD_ARGUMENTS,
  badArguments,
  CLOSED_HUB,
  FAULT,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  TOO_BUSY,
  tooMany,
} from './lndhub-errors.ts';
import { isPaying, type LndhubDeps, type LndhubRoute } from './lndhub-route.ts';
import { LNDHUB_ROUTES } from './lndhub-routes.ts';
import { createLoginRates } from './login-rates.ts';
import { readFields, readForm } from './read-fields.ts';

/** `lndhub` is null while the operator has switched LndHub off. */
export type RegisterLndhubDeps = Omit<LndhubDeps, 'lndhub'> & {
  readonly lndhub: LndhubStore | null;
};

/**
 * Registers LndHub for phone wallets: its paths, forms and errors, over the operations of the
 * Wallet API. Nothing is served while the operator has switched it off.
 */
export async function registerLndhub(
  app: FastifyInstance,
  { lndhub, ...others }: RegisterLndhubDeps,
  rates: CallRates | null,
): Promise<void> {
  if (lndhub === null) return;
  const deps: LndhubDeps = { ...others, lndhub };
  await app.register(
    async (part) => {
      part.decorateRequest(CALLER, null);
      part.addHook('onRequest', async (_, reply) => {
        reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
      });
      part.setErrorHandler((error, request, reply) =>
        sendLndhubError(reply, readError(error, request, deps.log)),
      );
      const refuse = refuseStrangers(rates);
      answerUnknownPaths(part, refuse(NOT_FOUND));
      acceptForms(part, deps.readBody);
      registerAuth(part, deps, rates);
      registerClosed(part, refuse);
      for (const route of LNDHUB_ROUTES) registerRoute(part, route, deps, rates);
    },
    { prefix: LNDHUB_PREFIX },
  );
}

/**
 * Whether a path belongs to LndHub. For a request that the web framework could not read, only the
 * path shows this.
 */
export const isLndhubPath = (url: string): boolean =>
  url.startsWith(LNDHUB_PREFIX) && !/[\w-]/.test(url.charAt(LNDHUB_PREFIX.length));

/**
 * Answers an unreadable request with an error in LndHub's form. The hooks of the web framework have
 * not run for it.
 */
export const sendUnreadableLndhub = (
  { statusCode }: FastifyError,
  reply: FastifyReply,
): FastifyReply =>
  sendLndhubError(
    reply.header('access-control-allow-origin', '*'),
    BY_STATUS.get(statusCode ?? 400) ?? BAD_ARGUMENTS,
  );

/** Accepts forms besides JSON: the original service accepted both, and some apps send forms. */
function acceptForms(part: FastifyInstance, readBody: ReadBody): void {
  part.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const fields = readForm((await readBody(request, payload)).toString());
      if (fields === null) throw new UnusableBodyError();
      return fields;
    },
  );
}

type Refuse = (
  error: LndhubError,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Refuses calls without a valid token before the body is read, whatever its type and length. */
const refuseStrangers =
  (rates: CallRates | null): Refuse =>
  (error) =>
  async ({ ip }, reply) => {
    const rate = rates?.take(UNKNOWN_RATED, null, ip);
    const isTooOften = rate?.isAllowed === false;
    return sendLndhubError(reply, isTooOften ? tooMany(rate.retryAfterSec) : error);
  };

function registerAuth(part: FastifyInstance, deps: LndhubDeps, rates: CallRates | null): void {
  const loginRates = rates === null ? null : createLoginRates(deps.clock);
  part.route({
    method: 'POST',
    url: AUTH_PATH,
    bodyLimit: MAX_LNDHUB_LOGIN_BYTES,
    onRequest: async (request, reply) => {
      const rate = rates?.take(LOGIN_RATED, null, request.ip);
      if (rate?.isAllowed === false) return sendLndhubError(reply, tooMany(rate.retryAfterSec));
      return undefined;
    },
    handler: async (request, reply) => {
      const body = readFields(request.body);
      if (body === null) return sendLndhubError(reply, BAD_ARGUMENTS);
      const network = callerNetwork(request.ip);
      return sendLndhub(reply, await answerAuth(deps, loginRates, { body, network }));
    },
  });
  refuseOtherMethods(part, AUTH_PATH, 'POST', refuseStrangers(rates));
}

/**
 * Refuses to create accounts, which apps offer to do at any LndHub service. People create accounts
 * of this service on its web pages.
 */
function registerClosed(part: FastifyInstance, refuse: Refuse): void {
  const url = '/create';
  part.route({
    method: 'POST',
    url,
    onRequest: refuse(CLOSED_HUB),
    handler: refuse(CLOSED_HUB),
  });
  refuseOtherMethods(part, url, 'POST', refuse);
}

function registerRoute(
  part: FastifyInstance,
  route: LndhubRoute,
  deps: LndhubDeps,
  rates: CallRates | null,
): void {
  part.route({
    method: route.method,
    url: route.path,
    onRequest: createLndhubGuard(deps, route, rates),
    handler: async (request, reply) => sendLndhub(reply, await call(deps, route, request)),
  });
  refuseOtherMethods(part, route.path, route.method, refuseStrangers(rates));
}

async function call(
  deps: LndhubDeps,
  route: LndhubRoute,
  request: FastifyRequest,
): Promise<LndhubAnswer> {
  const body = readFields(request.body);
  if (body === null) return answerError(BAD_ARGUMENTS);
  const { caller, balanceSat } = request.getDecorator<LndhubCaller>(CALLER);
  const params = readParams(request.params);
  const query = readQueryTexts(request.query);
  const known = { caller, balanceSat, params, query, body, hangUp: hangUpOf(request) };
  if (!isPaying(route)) return await route.handle(deps, known);
  if (!deps.paymentCalls.acquire(caller.userId)) return answerError(tooMany(1));
  try {
    return await route.handle(deps, known);
  } finally {
    deps.paymentCalls.release(caller.userId);
  }
}

function readParams(params: unknown): Readonly<Record<string, string>> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function refuseOtherMethods(
  part: FastifyInstance,
  url: string,
  method: 'GET' | 'POST',
  refuse: Refuse,
): void {
  const allow = method === 'GET' ? 'GET, HEAD' : method;
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    refuse(METHOD_NOT_ALLOWED)(request, reply.header('allow', allow));
  part.route({
    method: METHODS.filter((other) => other !== method),
    url,
    onRequest: answer,
    handler: answer,
  });
}

function readError(error: unknown, request: FastifyRequest, log: Log): LndhubError {
  if (error instanceof UnusableBodyError) return BODY_UNUSABLE;
  if (error instanceof BodyRefusedError) return refusedBody(error, request);
  if (error instanceof HungUpError) return TOO_BUSY;
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  if (status >= 400 && status < 500) return BY_STATUS.get(status) ?? { ...BAD_ARGUMENTS, status };
  log.error({ error, method: request.method, route: request.routeOptions.url }, 'a call failed');
  const away = awayPart(error);
  return away === null ? FAULT : AWAY[away];
}

function refusedBody(error: BodyRefusedError, { routeOptions }: FastifyRequest): LndhubError {
  switch (error.statusCode) {
    case 400:
      return BAD_ARGUMENTS;
    case 413:
      return { ...BAD_ARGUMENTS, status: 413, message: tooLarge(routeOptions.bodyLimit) };
    case 429:
      return tooMany(error.retryAfterSec);
    case 503:
      return TOO_BUSY;
  }
}

const tooLarge = (limit: number): string => `The body is larger than ${limit} bytes`;

const BODY_UNUSABLE = badArguments('Bad arguments: the body must be JSON');

const BY_STATUS: ReadonlyMap<number, LndhubError> = new Map([
  [414, { status: 414, code: 8, message: 'The URL is too long' }],
  [415, { status: 415, code: 8, message: 'The body must be of type application/json' }],
]);
