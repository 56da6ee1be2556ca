import { MAX_LNDHUB_LIST_ITEMS } from './limits.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';
import { presentArriving } from './present-chain.ts';

/**
 * Lists on-chain deposits that are not credited yet. Wallets ask for them even if they may not see
 * them; then the list is empty, because they would treat a refusal as a broken connection.
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
