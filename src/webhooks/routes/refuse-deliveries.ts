import type { FastifyInstance } from 'fastify';
import { sendError } from '../../web/send.ts';
import { LOOP } from '../../web/wire-errors.ts';
import { DELIVERY_HEADER } from '../delivery.ts';

/**
 * Refuses webhook messages of this very program, which arrive when an endpoint's URL leads back
 * here, so that they cannot cause further ones. The answer tells the sender to disable the
 * endpoint.
 */
export function refuseDeliveries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    if (headers[DELIVERY_HEADER] === undefined) done();
    else sendError(reply.header('webhook-delivery', 'disable'), LOOP);
  });
}
