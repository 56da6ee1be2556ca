import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers an empty list, as LndHub shows no unconfirmed money on the chain here. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getpending',
  access: 'any_token',
  handle: async () => answerBody([]),
};
