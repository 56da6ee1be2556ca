import { getAddress } from '../onchain/get-address.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/**
 * Answers with the user's bitcoin address. Wallets ask for it even if their user never needs it,
 * and treat a refusal as a broken connection, so the answer is an empty list when there is no
 * address.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getbtc',
  access: 'any_token',
  handle: async (deps, { caller }) => {
    const { onchain } = deps;
    if (onchain === null || !caller.scopes.has('invoices:create')) return answerBody([]);
    const address = await getAddress({ ...deps, chainWallet: onchain.chainWallet }, caller);
    return answerBody([{ address }]);
  },
};
