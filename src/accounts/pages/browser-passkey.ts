import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie of browsers in which a passkey was made or used. It only helps to choose what to ask
 * for first, and proves nothing.
 */
const COOKIE = 'passkey';
const KEPT_SEC = 31_536_000;

/**
 * Whether this browser is likely to have a passkey, so that its pages ask for a passkey before a
 * password.
 */
export function browserHasPasskey(request: FastifyRequest): boolean {
  // If a request fails early, its cookies are not parsed, and the field `cookies` is missing.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return cookies?.[COOKIE] !== undefined;
}

export function noteBrowserPasskey(reply: FastifyReply): void {
  const options = { path: '/', maxAge: KEPT_SEC, httpOnly: true, sameSite: 'lax' } as const;
  reply.setCookie(COOKIE, 'here', options);
}
