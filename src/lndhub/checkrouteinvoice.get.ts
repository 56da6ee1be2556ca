import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/**
 * Answers with a decoded invoice. For this call, the original LndHub asked its node for a route to
 * the payee.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/checkrouteinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
