import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** The original asked its node for a route. Ours says what the invoice says. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/checkrouteinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
