import type { FastifyInstance } from 'fastify';
import { DELIVERY_HEADER } from '../webhook/delivery.ts';
import { sendError } from './wire/send.ts';
import { LOOP } from './wire/wire-errors.ts';

/**
 * A webhook that leads to this program, by whatever name, ends here: nothing of ours may cause more
 * of it. The sender is told to try no more.
 */
export function refuseDeliveries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers[DELIVERY_HEADER] === undefined) return undefined;
    return sendError(reply.header('webhook-delivery', 'disable'), LOOP);
  });
}
