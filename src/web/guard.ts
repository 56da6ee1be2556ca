import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../authorization/authenticated.ts';
import type { ProtectedDescription, PublicDescription } from './route.ts';

/**
 * Decides by rate, identity and scope who may call one route. It is handed to this feature, which
 * knows no tokens. Both steps answer with the reply if they refuse.
 */
export interface Guard<Payment> {
  /** Before the body is read. It takes one database query, and none beyond the rate limit. */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Decides what waited for the body; `body` is undefined where it could not be read. */
  afterBody(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** What was held for the call is free for the next one. */
  done(request: FastifyRequest): void;
  /** Calls `done` for an answer that no one waits for; otherwise it is called once it was sent. */
  doneIfGone(request: FastifyRequest): void;
  /** Who calls a protected route, once both steps have let the request pass. */
  authenticated(request: FastifyRequest): Authenticated<Payment>;
}

export type GuardedRoute = PublicDescription | ProtectedDescription;

export type CreateGuard<Payment> = (route: GuardedRoute) => Guard<Payment>;
