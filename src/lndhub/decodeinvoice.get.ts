import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** What an invoice says; nothing is paid. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/decodeinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
