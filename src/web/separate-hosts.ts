import type { FastifyInstance } from 'fastify';
import { sendError } from './send.ts';
import { NOT_FOUND } from './wire-errors.ts';

/**
 * Keeps the API away from a host that serves only pages, so that a page that is tricked into
 * calling it finds nothing. It must be registered before CORS.
 */
export function separateHosts(app: FastifyInstance, pagesHost: RegExp | null): void {
  if (pagesHost === null) return;
  app.addHook('onRequest', ({ headers, routeOptions }, reply, done) => {
    if (!pagesHost.test(headers.host ?? '') || isOfPages(routeOptions.config)) done();
    else sendError(reply, NOT_FOUND);
  });
}

/** Whether a route belongs to the pages. Answers for strangers are served at every host. */
const isOfPages = (config: object): boolean =>
  Reflect.get(config, 'cors') === false || Reflect.get(config, 'hosts') === 'all';
