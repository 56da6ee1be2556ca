import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './page.ts';

/**
 * The path to which browsers are redirected when their request has an address that cannot be
 * decoded.
 */
export const UNREADABLE_PATH = '/unreadable-address';

/**
 * Answers an address that cannot be decoded with an error page, if it begins like the address of a
 * page with an id, because then a person reads the answer. False for all other addresses.
 */
export function answerAsPage(
  app: FastifyInstance,
  pages: readonly Page[],
  { raw }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isPage = pages.some(({ path }) => isBelow(path, raw.url ?? ''));
  if (!isPage) return false;
  raw.url = UNREADABLE_PATH;
  app.routing(raw, reply.raw);
  return true;
}

function isBelow(path: string, url: string): boolean {
  const end = path.indexOf(':');
  return end > 0 && url.startsWith(path.slice(0, end));
}

/**
 * Whether a parameter of a path contains NUL. The database cannot store NUL, so nothing can have
 * such a name.
 */
export const namesNothing = (params: unknown): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.values(params).some((text) => typeof text === 'string' && text.includes('\u0000'));
