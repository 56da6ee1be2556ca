import type { FastifyInstance } from 'fastify';
import { sendError } from './wire/send.ts';
import { NOT_FOUND } from './wire/wire-errors.ts';

/**
 * Where the pages have a host of their own, the API is not served there, nor opened to other sites:
 * a page that is led to call it finds nothing. Comes before everything that speaks of CORS.
 */
export function keepHostsApart(app: FastifyInstance, pagesHost: string | null): void {
  if (pagesHost === null) return;
  app.addHook('onRequest', async ({ headers, routeOptions }, reply) => {
    if (headers.host !== pagesHost || isOfPages(routeOptions.config)) return undefined;
    return sendError(reply, NOT_FOUND);
  });
}

/** What pages serve says so by being closed to other sites. */
const isOfPages = (config: object): boolean => Reflect.get(config, 'cors') === false;
