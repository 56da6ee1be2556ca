import { getAddress } from '../onchain/get-address.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/**
 * Answers the bitcoin address of the user. Wallets ask for it without need and take a refusal for a
 * broken connection, so without an address the list is empty.
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
