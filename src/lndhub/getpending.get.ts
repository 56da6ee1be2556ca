import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Money on the chain that is not confirmed yet: there is none. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getpending',
  access: 'any_token',
  handle: async () => answerBody([]),
};
