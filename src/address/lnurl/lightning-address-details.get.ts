import { readAskedName } from '../address-name.ts';
import { describePayRequest } from '../describe-pay-request.ts';
import { answerBody, answerError, FOREIGN_ADDRESS } from './lnurl-answer.ts';
import { type LnurlRoute, onlyValue } from './lnurl-route.ts';
import { nameOfOwnAddress } from './own-address.ts';
import { presentPayRequest } from './present-pay-request.ts';
import { presentKeysend, presentNostrName } from './present-payee.ts';

/**
 * Tells everything about a lightning address, in the form that clients in browsers expect from a
 * public proxy of the hosted service whose API Satchel provides. It answers only for addresses of
 * our own domain, so that strangers cannot make this service fetch anything.
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
