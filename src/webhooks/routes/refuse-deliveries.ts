import type { FastifyInstance } from 'fastify';
import { sendError } from '../../web/send.ts';
import { LOOP } from '../../web/wire-errors.ts';
import { DELIVERY_HEADER } from '../delivery.ts';

/**
 * Refuses webhook messages of this very program, which come when an endpoint leads back here, so
 * that they cannot cause further ones. The sender is told not to try again.
 */
export function refuseDeliveries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    if (headers[DELIVERY_HEADER] === undefined) done();
    else sendError(reply.header('webhook-delivery', 'disable'), LOOP);
  });
}
