import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../authorization/authenticated.ts';
import type { ProtectedDescription, PublicDescription } from './route.ts';

/**
 * A guard decides, by rate, identity and scope, who may call one route. It is passed to this
 * feature, which knows nothing of tokens. If a step refuses, it answers with the reply.
 */
export interface Guard<Payment> {
  /**
   * Checks a call before its body is read, with one database query, or with none beyond the rate
   * limit.
   */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Makes the checks that waited for the body; `body` is undefined where it could not be read. */
  afterBody(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Frees everything that was held for the call. */
  done(request: FastifyRequest): void;
  /**
   * Calls `done` for an answer that no one waits for; otherwise it is called once the answer was
   * sent.
   */
  doneIfGone(request: FastifyRequest): void;
  /** The caller of a protected route, once both steps have let the request pass. */
  authenticated(request: FastifyRequest): Authenticated<Payment>;
}

export type GuardedRoute = PublicDescription | ProtectedDescription;

export type CreateGuard<Payment> = (route: GuardedRoute) => Guard<Payment>;
