import { answerCallback } from './answer-callback.ts';
import type { LnurlRoute } from './lnurl-route.ts';

/** Makes an invoice for the amount that the payer chose (LUD-06, second step). */
export const route: LnurlRoute = {
  path: '/lnurlp/:name/callback',
  cost: 'callback',
  handle: (deps, request) => answerCallback(deps, request.params['name'] ?? '', request),
};
