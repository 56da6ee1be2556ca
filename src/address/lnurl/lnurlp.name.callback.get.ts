import { answerCallback } from './answer-callback.ts';
import type { LnurlRoute } from './lnurl-route.ts';

/** LUD-06, second step: an invoice for the amount that the payer chose. */
export const route: LnurlRoute = {
  path: '/lnurlp/:name/callback',
  cost: 'callback',
  handle: (deps, request) => answerCallback(deps, request.params['name'] ?? '', request),
};
