import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NotFoundPage } from './pages/register-pages.ts';
import { SECURITY_HEADERS } from './pages/security-headers.ts';
import { type CallRates, UNKNOWN_RATED } from './rate-limits/call-rates.ts';
import { sendError } from './send.ts';
import { NOT_FOUND, TOO_MANY_REQUESTS } from './wire-errors.ts';

/** HTTP methods that are answered for an unknown path. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers unknown paths below the prefix of a part of the server, before any body is read. */
export function answerUnknownPaths(part: FastifyInstance, answer: AnswerUnknown): void {
  part.addHook('onRequest', async (request, reply) =>
    request.is404 ? answer(request, reply) : undefined,
  );
  part.setNotFoundHandler(answer);
}

export interface UnknownPathDeps {
  /** Rate limits of calls; null if calls are not limited. */
  readonly rates: CallRates | null;
  /** Shows the page for unknown paths; null if only the API is served. */
  readonly page: NotFoundPage | null;
  /** The host of the pages; null if pages and API have the same host. */
  readonly pagesHost: RegExp | null;
}

/** Answers unknown paths: with a page for people, with JSON for programs. */
export async function registerUnknownPaths(
  app: FastifyInstance,
  { rates, page, pagesHost }: UnknownPathDeps,
): Promise<void> {
  const answer: AnswerUnknown = async (request, reply) => {
    const rate = rates?.take(UNKNOWN_RATED, null, request.ip) ?? null;
    if (rate?.isAllowed === false) {
      return sendError(reply.header('retry-after', rate.retryAfterSec), TOO_MANY_REQUESTS);
    }
    const isPage = page !== null && wantsPage(request, pagesHost);
    if (!isPage) return sendError(reply, NOT_FOUND);
    await reply.helmet();
    return page(reply);
  };
  await app.register(async (part) => {
    await part.register(helmet, { ...SECURITY_HEADERS, global: false });
    answerUnknownPaths(part, answer);
    if (pagesHost === null) return;
    // At the host of the pages there is no API, so its answers for unknown paths carry no CORS
    // headers.
    part.route({
      method: METHODS,
      url: '/*',
      config: { cors: false },
      constraints: { host: pagesHost },
      onRequest: answer,
      handler: answer,
    });
  });
}

/**
 * Whether a person asks: a browser that opens an address names HTML among the types that it
 * accepts; scripts and apps accept anything.
 */
function wantsPage({ method, headers }: FastifyRequest, pagesHost: RegExp | null): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (pagesHost !== null && !pagesHost.test(headers.host ?? '')) return false;
  return headers.accept?.includes('text/html') === true;
}
