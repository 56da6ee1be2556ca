import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Decodes an invoice where the original asked its node for a route. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/checkrouteinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
