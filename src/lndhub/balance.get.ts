import { satToNumber } from '../base/amount.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Answers with the user's spendable balance in sats. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/balance',
  access: 'balance:read',
  handle: async (_, { balanceSat }) =>
    answerBody({ BTC: { AvailableBalance: satToNumber(balanceSat) } }),
};
