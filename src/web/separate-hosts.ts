import type { FastifyInstance } from 'fastify';
import { sendError } from './send.ts';
import { NOT_FOUND } from './wire-errors.ts';

/**
 * If the pages have their own host, the API is not served there and not open to other sites, so a
 * page that is tricked into calling it finds nothing. Must be registered before CORS.
 */
export function separateHosts(app: FastifyInstance, pagesHost: RegExp | null): void {
  if (pagesHost === null) return;
  app.addHook('onRequest', ({ headers, routeOptions }, reply, done) => {
    if (!pagesHost.test(headers.host ?? '') || isOfPages(routeOptions.config)) done();
    else sendError(reply, NOT_FOUND);
  });
}

/** Routes of pages are closed to other sites. What strangers look up is served at every host. */
const isOfPages = (config: object): boolean =>
  Reflect.get(config, 'cors') === false || Reflect.get(config, 'hosts') === 'all';
