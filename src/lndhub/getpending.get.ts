import { MAX_LNDHUB_LIST_ITEMS } from './limits.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';
import { presentArriving } from './present-chain.ts';

/**
 * Lists bitcoin that is arriving on the chain and not credited yet. Wallets ask without need, so
 * the list is empty for those that may not see what arrives.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getpending',
  access: 'any_token',
  handle: async ({ deposits, chainTransactions }, { caller }) => {
    if (!caller.scopes.has('invoices:read')) return answerBody([]);
    const tipHeight = await deposits.readHeight();
    const arriving = await chainTransactions.listArriving(caller.userId, MAX_LNDHUB_LIST_ITEMS);
    return answerBody(arriving.map((deposit) => presentArriving(deposit, tipHeight)));
  },
};
