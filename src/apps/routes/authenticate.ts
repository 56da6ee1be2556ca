import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../../authorization/authenticated.ts';
import { type BearerToken, readBearerToken } from '../../authorization/bearer-token.ts';
import { noteRefusal } from '../../authorization/note-refusal.ts';
import { requireScope } from '../../authorization/require-scope.ts';
import type { Resource } from '../../authorization/resource.ts';
import type { ReadAlong } from '../../authorization/token-store.ts';
import type { Waiter } from '../../base/fair-queue.ts';
import { readNewestPage } from '../../history/routes/history-filters.ts';
import type { Money } from '../../ledger/money.ts';
import type { PaymentView, RememberedPayer } from '../../payments/payment-store.ts';
import type { CreateGuard, Guard, GuardedRoute } from '../../web/guard.ts';
import { hangUpOf } from '../../web/hang-up.ts';
import { readQueryTexts } from '../../web/query-texts.ts';
import type { CallRates } from '../../web/rate-limits/call-rates.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { RateAnswer } from '../../web/rate-limits/rate-limiter.ts';
import type { GiveBack, Turns } from '../../web/rate-limits/turns.ts';
import { BODY_USER } from '../../web/read-body.ts';
import type { ProtectedDescription } from '../../web/route.ts';
import { sendAccessError, sendError, sendLockedDown } from '../../web/send.ts';
import { accessError, TOO_BUSY, TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import { type AuthenticateDeps, authenticate, opens } from '../authenticate.ts';

export interface GuardDeps extends AuthenticateDeps {
  /**
   * The resource (RFC 8707) of the routes that the guards protect; tokens for another one are
   * refused.
   */
  readonly resource: Resource;
  readonly money: Pick<Money, 'prepare'>;
  /** Rate limits on API calls; null if calls are not limited. */
  readonly rates: CallRates | null;
  readonly turns: Turns;
}

/** The name of the property of a request where a guard stores the caller, for the route to read. */
export const AUTHENTICATED = 'authenticated';

/**
 * Makes the guards for routes of one resource. A guard limits and identifies the caller before the
 * route runs.
 */
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
      onRequest: async (request, reply) => takeRate(deps, route, { request, reply, token: null }),
      remembered: () => null,
      noteProved: () => undefined,
      afterBody: async () => undefined,
      done: () => undefined,
      doneIfGone: () => undefined,
    };
  }
  const held = new WeakMap<FastifyRequest, GiveBack>();
  const waiting = new WeakMap<FastifyRequest, WaitingCall>();
  const done = (request: FastifyRequest): void => {
    waiting.delete(request);
    held.get(request)?.();
  };
  // Ends the turn that a call has in the fair queue, if its connection has closed. If the answer
  // was waiting behind others on the connection, no event reports that it was never sent.
  const doneIfGone = (request: FastifyRequest): void => {
    if (hangUpOf(request).aborted) done(request);
  };
  /**
   * Identifies the caller of a list. The query that looks up the token reads the list as well, so
   * the call waits for its turn in the fair queue before that query.
   */
  const identifyInTurn = async (call: Call) => {
    const { request, reply } = call;
    const give = await deps.turns.take(waiterOf(deps, call), hangUpOf(request));
    if (give === null)
      return sendError(reply, deps.turns.isClosed() ? TOO_BUSY : TOO_MANY_REQUESTS);
    held.set(request, give);
    // The call keeps its turn in the fair queue until its answer was sent, because writing a long
    // answer is work as well.
    reply.raw.once('close', give);
    let isPassed = false;
    try {
      await identify(deps, route, call);
      isPassed = !reply.sent;
    } finally {
      if (!isPassed) give();
    }
    return undefined;
  };
  return {
    onRequest: async (request, reply) => {
      const { authorization } = request.headers;
      const token = authorization === undefined ? null : readBearerToken(authorization);
      const call = { request, reply, token };
      const refused = takeRate(deps, route, call);
      if (refused !== undefined) return refused;
      if (takesTurn(route)) return await identifyInTurn(call);
      if (!readsBodyFirst(route, request)) return await identify(deps, route, call);
      waiting.set(request, { ...call, payer: rememberPayer(deps, route, token) });
      return undefined;
    },
    remembered: (request) => {
      const payer = waiting.get(request)?.payer ?? null;
      return payer === null || hasExpired(deps, payer) ? null : payer;
    },
    noteProved: (request) => {
      const call = waiting.get(request);
      waiting.delete(request);
      if (call?.token?.kind === 'app' && call.payer !== null) {
        deps.appGrantUses.note({ ...call.payer, lastUsedAt: null });
      }
    },
    afterBody: async (request) => {
      const call = waiting.get(request);
      waiting.delete(request);
      return call === undefined ? undefined : await identify(deps, route, call);
    },
    done,
    doneIfGone,
  };
}

/** A call whose caller is identified after its body was read, or by an attempt to answer it. */
interface WaitingCall extends Call {
  readonly payer: RememberedPayer | null;
}

/**
 * The payer whom this process remembers under a token, if the call would pass all checks that need
 * neither the database nor the time. Null otherwise: the call is then identified like any other,
 * and is refused where it fails a check.
 */
function rememberPayer(
  { payers, rates, resource }: GuardDeps,
  { access }: ProtectedDescription,
  token: BearerToken | null,
): RememberedPayer | null {
  if (token === null || token.kind === 'empty') return null;
  const payer = payers.remember({ token: token.kind, tokenHash: token.hash });
  if (payer === null || !opens(payer, resource)) return null;
  if (access !== 'any_token' && !payer.caller.scopes.has(access)) return null;
  // Otherwise the rate of their user has not counted the call yet.
  const isCounted = rates === null || rates.userOf(token) === payer.caller.userId;
  return isCounted ? payer : null;
}

/** Whether a token has expired by now, which may happen while the body of its call arrives. */
const hasExpired = ({ clock }: GuardDeps, { expiresAt }: RememberedPayer): boolean =>
  expiresAt !== null && expiresAt <= clock.now();

/** A call with the token that it has sent; null if there is none. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: BearerToken | null;
}

const takesTurn = ({ lists, isList }: ProtectedDescription): boolean =>
  lists !== undefined || isList === true;

/**
 * Finds for whom a call waits in the fair queue. A call whose token was not accepted recently
 * counts as a stranger's.
 */
const waiterOf = ({ rates }: GuardDeps, { request, token }: Call): Waiter => ({
  network: callerNetwork(request.ip),
  knownUserId: rates?.userOf(token) ?? null,
});

function takeRate(
  { rates }: GuardDeps,
  route: GuardedRoute,
  { request, reply, token }: Call,
): FastifyReply | undefined {
  const rate = rates?.take(route, token, request.ip) ?? null;
  if (rate !== null) showRate(reply, rate);
  return rate?.isAllowed === false ? sendError(reply, TOO_MANY_REQUESTS) : undefined;
}

async function identify(
  deps: GuardDeps,
  route: ProtectedDescription,
  { request, reply, token }: Call,
): Promise<FastifyReply | undefined> {
  const prefetch = {
    along: readAlong(route, request),
    paymentHash: route.prefetchPayment?.(request.body) ?? null,
  };
  const read = () => authenticate(deps, token, deps.resource, prefetch);
  const isPayment = route.pacing === 'payment';
  const authenticated = await (isPayment ? deps.money.prepare(read) : read());
  if (!authenticated.ok) {
    if (authenticated.refusal.kind === 'locked_down') return sendLockedDown(reply);
    deps.rates?.countRefused(token, request.ip);
    return sendAccessError(reply, accessError(authenticated.refusal));
  }
  const { caller } = authenticated.value;
  const rateOfUser = deps.rates?.countAccepted(route, token, caller.userId) ?? null;
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

/**
 * The most bytes of a body that are read before the token is checked. A body with a usual invoice
 * is shorter.
 */
const SMALL_BODY_BYTES = 8192;

/**
 * Whether the body is read before the token is checked, so that one query can look up the token and
 * the payment. It is done only for bodies of a few kilobytes, so that strangers cannot make the
 * service read more. A payment with an idempotency key needs another query anyway, by that key.
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

/** What to read in the same query as the token; of a list, the records on its first page. */
function readAlong(route: ProtectedDescription, { query }: FastifyRequest): ReadAlong | null {
  if (route.lists !== undefined) return readNewestPage(readQueryTexts(query), route.lists);
  return route.showsAccount === true ? 'account' : null;
}

export function showRate(reply: FastifyReply, rate: RateAnswer): void {
  reply.header('x-rate-limit-limit', rate.limit);
  reply.header('x-rate-limit-remaining', rate.remaining);
  reply.header('x-rate-limit-reset', rate.resetsAtSec);
  if (!rate.isAllowed) reply.header('retry-after', rate.retryAfterSec);
}
