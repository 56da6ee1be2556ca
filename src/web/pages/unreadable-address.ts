import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './page.ts';

/** The path to which requests of browsers are led whose address cannot be read. */
export const UNREADABLE_PATH = '/unreadable-address';

/**
 * Answers an address that cannot be read with an error page, if it begins like the address of a
 * page with an id, as a person then reads the answer; false otherwise.
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
 * Whether a parameter of a path contains NUL, which nothing has in its name as the database cannot
 * store it.
 */
export const namesNothing = (params: unknown): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.values(params).some((text) => typeof text === 'string' && text.includes('\u0000'));
