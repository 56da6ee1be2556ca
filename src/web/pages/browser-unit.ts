import type { FastifyRequest } from 'fastify';

/** A cookie of amount.js: in which unit amounts were typed last in this browser. */
const COOKIE = 'amount_unit';

/** Reads `sat` or a currency, as the cookie says; null where none was chosen. */
export function browserUnit(request: FastifyRequest): string | null {
  // Requests that fail early have no cookies.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return cookies?.[COOKIE] ?? null;
}
