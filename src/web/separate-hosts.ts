import type { FastifyInstance } from 'fastify';
import { sendError } from './send.ts';
import { NOT_FOUND } from './wire-errors.ts';

/**
 * Keeps the API away from a host that serves only pages. A page there that is tricked into calling
 * the API finds nothing. This must be registered before CORS, so that refused calls get no CORS
 * headers.
 */
export function separateHosts(app: FastifyInstance, pagesHost: RegExp | null): void {
  if (pagesHost === null) return;
  app.addHook('onRequest', ({ headers, routeOptions }, reply, done) => {
    if (!pagesHost.test(headers.host ?? '') || isOfPages(routeOptions.config)) done();
    else sendError(reply, NOT_FOUND);
  });
}

/**
 * Whether a route is served at the host of the pages: routes of the pages, and those that every
 * host serves.
 */
const isOfPages = (config: object): boolean =>
  Reflect.get(config, 'cors') === false || Reflect.get(config, 'hosts') === 'all';
