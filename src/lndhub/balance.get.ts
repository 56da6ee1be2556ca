import { satToNumber } from '../base/amount.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers the sats that can be spent now. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/balance',
  access: 'balance:read',
  handle: async (_, { account }) =>
    answerBody({ BTC: { AvailableBalance: satToNumber(account.balanceSat) } }),
};
