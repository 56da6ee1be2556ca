import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that says whether amounts are hidden in this one browser. It takes precedence over the
 * user's preference.
 */
const COOKIE = 'amounts';
const HIDDEN = 'hidden';
const KEPT_SEC = 31_536_000;

/** Whether amounts are hidden in this browser; null where its user has not chosen. */
export function browserHidesAmounts(request: FastifyRequest): boolean | null {
  // A request that fails early has no parsed cookies, and counts as one in which nothing was
  // chosen.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  const chosen = cookies?.[COOKIE];
  return chosen === undefined ? null : chosen === HIDDEN;
}

export function keepHidesAmounts(reply: FastifyReply, hides: boolean): void {
  const options = { path: '/', maxAge: KEPT_SEC, httpOnly: true, sameSite: 'lax' } as const;
  reply.setCookie(COOKIE, hides ? HIDDEN : 'shown', options);
}
