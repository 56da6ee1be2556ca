import { answerDecoded } from './decoded-invoice.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers with the decoded invoice, without paying it. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/decodeinvoice',
  access: 'any_token',
  handle: async (_, request) => answerDecoded(request),
};
