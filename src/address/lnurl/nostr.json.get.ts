import { readAskedName } from '../address-name.ts';
import { answerBody, answerError, NOT_FOUND } from './lnurl-answer.ts';
import { type LnurlRoute, onlyValue } from './lnurl-route.ts';
import { presentNostrName } from './present-payee.ts';

/**
 * Tells which Nostr key belongs to a name (NIP-05). The answer is never a redirect, because NIP-05
 * forbids clients to follow one.
 */
export const route: LnurlRoute = {
  path: '/.well-known/nostr.json',
  cost: 'look_up',
  handle: async ({ addressNames }, { query }) => {
    const asked = readAskedName(onlyValue(query, 'name') ?? '');
    const payee = asked === null ? null : await addressNames.findPayee(asked.name);
    const names = payee === null ? null : presentNostrName(payee);
    return names === null ? answerError(NOT_FOUND) : answerBody(names);
  },
};
