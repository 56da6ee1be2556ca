import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Decodes an invoice; nothing is paid. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/decodeinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
