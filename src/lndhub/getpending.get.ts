import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers no unconfirmed money on the chain: there is none. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getpending',
  access: 'any_token',
  handle: async () => answerBody([]),
};
