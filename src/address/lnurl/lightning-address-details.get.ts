import { readAskedName } from '../address-name.ts';
import { describePayRequest } from '../describe-pay-request.ts';
import { answerBody, answerError, FOREIGN_ADDRESS } from './lnurl-answer.ts';
import { type LnurlRoute, onlyValue } from './lnurl-route.ts';
import { nameOfOwnAddress } from './own-address.ts';
import { presentPayRequest } from './present-pay-request.ts';
import { presentKeysend, presentNostrName } from './present-payee.ts';

/**
 * Tells everything about an address, in the form of the original service's proxy, which clients in
 * browsers ask. It answers for our own domain only: nothing is fetched for strangers.
 */
export const route: LnurlRoute = {
  path: '/lnurl/lightning-address-details',
  cost: 'look_up',
  handle: async (deps, { query }) => {
    const domain = deps.addressDomain();
    const name = nameOfOwnAddress(onlyValue(query, 'ln') ?? '', domain);
    if (name === null) return answerError(FOREIGN_ADDRESS);
    const described = readAskedName(name) && (await describePayRequest(deps, name, domain));
    if (!described?.ok) return answerBody({ lnurlp: null, keysend: null, nostr: null });
    const { payee } = described.value;
    return answerBody({
      lnurlp: presentPayRequest(described.value, deps.baseUrl()),
      keysend: presentKeysend(payee, deps.node),
      nostr: presentNostrName(payee),
    });
  },
};
