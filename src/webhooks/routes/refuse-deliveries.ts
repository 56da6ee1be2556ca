import type { FastifyInstance } from 'fastify';
import { sendError } from '../../web/send.ts';
import { LOOP } from '../../web/wire-errors.ts';
import { DELIVERY_HEADER } from '../delivery.ts';

/**
 * Refuses webhooks that lead back to this program, under whatever name, so that they cannot cause
 * further webhooks. The sender is told not to try again.
 */
export function refuseDeliveries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    if (headers[DELIVERY_HEADER] === undefined) done();
    else sendError(reply.header('webhook-delivery', 'disable'), LOOP);
  });
}
