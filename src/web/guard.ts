import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../authorization/authenticated.ts';
import type { RememberedCaller } from '../authorization/remembered-token.ts';
import type { ProtectedDescription, PublicDescription } from './route.ts';

/**
 * Decides, by rate, identity and scope, who may call a route. The guard is passed to the HTTP
 * server, which itself knows nothing of tokens. If a step refuses a call, the guard has answered
 * it, and the step returns the reply.
 */
export interface Guard<Payment> {
  /**
   * Checks a call before its body is read, with at most one database query, and with none if the
   * call exceeds the rate limit.
   */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /**
   * The caller of a route with an `attempt`, if this process remembers them and would let them
   * pass; null otherwise. Nothing proves yet that their token is in force.
   */
  remembered(request: FastifyRequest): RememberedCaller | null;
  /** Notes that an attempt has succeeded, and so has proved the token of a remembered caller. */
  noteProved(request: FastifyRequest): void;
  /**
   * Makes the checks that need the body, unless they were made before; `body` is undefined where it
   * could not be read.
   */
  afterBody(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /**
   * Frees everything that was held for the call, such as its place among the calls that may run at
   * the same time (its turn). No check follows any more.
   */
  done(request: FastifyRequest): void;
  /**
   * Calls `done` at once if the client is gone, as its answer is then never sent; otherwise `done`
   * is called after the answer was sent.
   */
  doneIfGone(request: FastifyRequest): void;
  /**
   * The caller of a protected route, once the checks before and after reading the body have let the
   * request pass.
   */
  authenticated(request: FastifyRequest): Authenticated<Payment>;
}

export type GuardedRoute = PublicDescription | ProtectedDescription;

export type CreateGuard<Payment> = (route: GuardedRoute) => Guard<Payment>;
