import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../../authorization/authenticated.ts';
import { noteRefusal } from '../../authorization/note-refusal.ts';
import { requireScope } from '../../authorization/require-scope.ts';
import type { Resource } from '../../authorization/resource.ts';
import type { NewestPage } from '../../authorization/token-store.ts';
import type { Waiter } from '../../base/fair-queue.ts';
import { readNewestPage } from '../../history/routes/history-filters.ts';
import type { Money } from '../../ledger/money.ts';
import type { PaymentView } from '../../payments/payment-store.ts';
import type { CreateGuard, Guard, GuardedRoute } from '../../web/guard.ts';
import { hangUpOf } from '../../web/hang-up.ts';
import { readQueryTexts } from '../../web/query-texts.ts';
import type { CallRates } from '../../web/rate-limits/call-rates.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { RateAnswer } from '../../web/rate-limits/rate-limiter.ts';
import type { GiveBack, Turns } from '../../web/rate-limits/turns.ts';
import { BODY_USER } from '../../web/read-body.ts';
import type { ProtectedDescription } from '../../web/route.ts';
import { sendAccessError, sendError } from '../../web/send.ts';
import { accessError, TOO_BUSY, TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import { type AuthenticateDeps, authenticate } from '../authenticate.ts';

export interface GuardDeps extends AuthenticateDeps {
  /** The resource that the guarded routes belong to. */
  readonly resource: Resource;
  readonly money: Pick<Money, 'prepare'>;
  /** Rate limits of calls; null if calls are not limited. */
  readonly rates: CallRates | null;
  readonly turns: Turns;
}

/** Name of the request decorator that carries the caller from the guard to the route. */
export const AUTHENTICATED = 'authenticated';

/** Makes the guard of each route of one resource. */
export const createGuards =
  (deps: GuardDeps): CreateGuard<PaymentView> =>
  (route) => ({ ...createSteps(deps, route), authenticated: readAuthenticated });

const readAuthenticated = (request: FastifyRequest): Authenticated<PaymentView> =>
  request.getDecorator<Authenticated<PaymentView>>(AUTHENTICATED);

function createSteps(
  deps: GuardDeps,
  route: GuardedRoute,
): Omit<Guard<PaymentView>, 'authenticated'> {
  if (route.access === 'public') {
    return {
      onRequest: async (request, reply) => takeRate(deps, route, request, reply),
      afterBody: async () => undefined,
      done: () => undefined,
      doneIfGone: () => undefined,
    };
  }
  const held = new WeakMap<FastifyRequest, GiveBack>();
  const done = (request: FastifyRequest): void => held.get(request)?.();
  // Frees a call whose connection has closed. Its answer may have waited behind others, and then no
  // event tells of the end.
  const doneIfGone = (request: FastifyRequest): void => {
    if (hangUpOf(request).aborted) done(request);
  };
  /**
   * Identifies the caller of a list. The list is read together with the token, so its turn begins
   * before that.
   */
  const identifyInTurn = async (request: FastifyRequest, reply: FastifyReply) => {
    const give = await deps.turns.take(waiterOf(deps, request), hangUpOf(request));
    if (give === null)
      return sendError(reply, deps.turns.isClosed() ? TOO_BUSY : TOO_MANY_REQUESTS);
    held.set(request, give);
    // The turn is given back once the answer has been sent, as writing a long answer is work too.
    reply.raw.once('close', give);
    let isPassed = false;
    try {
      await identify(deps, route, request, reply);
      isPassed = !reply.sent;
    } finally {
      if (!isPassed) give();
    }
    return undefined;
  };
  const waiting = new WeakSet<FastifyRequest>();
  return {
    onRequest: async (request, reply) => {
      const refused = takeRate(deps, route, request, reply);
      if (refused !== undefined) return refused;
      if (takesTurn(route)) return await identifyInTurn(request, reply);
      if (!readsBodyFirst(route, request)) return await identify(deps, route, request, reply);
      waiting.add(request);
      return undefined;
    },
    afterBody: async (request, reply) =>
      waiting.delete(request) ? await identify(deps, route, request, reply) : undefined,
    done,
    doneIfGone,
  };
}

const takesTurn = ({ lists, isList }: ProtectedDescription): boolean =>
  lists !== undefined || isList === true;

/**
 * Finds in whose name a call waits for its turn. A token that was not accepted lately counts as a
 * stranger's.
 */
const waiterOf = ({ rates }: GuardDeps, { headers, ip }: FastifyRequest): Waiter => ({
  network: callerNetwork(ip),
  knownUserId: rates?.userOf(headers.authorization) ?? null,
});

function takeRate(
  { rates }: GuardDeps,
  route: GuardedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const rate = rates?.take(route, request.headers.authorization, request.ip) ?? null;
  if (rate !== null) showRate(reply, rate);
  return rate?.isAllowed === false ? sendError(reply, TOO_MANY_REQUESTS) : undefined;
}

async function identify(
  deps: GuardDeps,
  route: ProtectedDescription,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { authorization } = request.headers;
  const prefetch = {
    newest: readNewest(route, request),
    paymentHash: route.prefetchPayment?.(request.body) ?? null,
  };
  const read = () => authenticate(deps, authorization, deps.resource, prefetch);
  const isPayment = route.pacing === 'payment';
  const authenticated = await (isPayment ? deps.money.prepare(read) : read());
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
  request.setDecorator<string>(BODY_USER, caller.userId);
  request.setDecorator<Authenticated<PaymentView>>(AUTHENTICATED, authenticated.value);
  return undefined;
}

/** The most bytes of a body that is read before its token is known: no usual invoice needs more. */
const SMALL_BODY_BYTES = 8192;

/**
 * Whether the body is read before the token, so that one query serves both. Strangers must not make
 * us read more than a few kilobytes. A payment with an idempotency key has to be looked up by that
 * key anyway.
 */
function readsBodyFirst(
  { prefetchPayment }: ProtectedDescription,
  { headers }: FastifyRequest,
): boolean {
  if (prefetchPayment === undefined || headers['idempotency-key'] !== undefined) return false;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 || length > SMALL_BODY_BYTES) return false;
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** Which records to read together with the token: those of a list's first page. */
const readNewest = (route: ProtectedDescription, { query }: FastifyRequest): NewestPage | null =>
  route.lists === undefined ? null : readNewestPage(readQueryTexts(query), route.lists);

export function showRate(reply: FastifyReply, rate: RateAnswer): void {
  reply.header('x-rate-limit-limit', rate.limit);
  reply.header('x-rate-limit-remaining', rate.remaining);
  reply.header('x-rate-limit-reset', rate.resetsAtSec);
  if (!rate.isAllowed) reply.header('retry-after', rate.retryAfterSec);
}
