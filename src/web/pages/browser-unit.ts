import type { FastifyRequest } from 'fastify';

/** The cookie in which amount.js keeps the unit in which amounts were last typed in a browser. */
const COOKIE = 'amount_unit';

/** Reads the unit from the cookie, which is `sat` or a currency; null where none was chosen. */
export function browserUnit(request: FastifyRequest): string | null {
  // A request that fails early has no parsed cookies, and counts as one in which nothing was
  // chosen.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return cookies?.[COOKIE] ?? null;
}
