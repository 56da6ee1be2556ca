import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers no addresses for money on the chain, which this service does not take. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getbtc',
  access: 'any_token',
  handle: async () => answerBody([]),
};
