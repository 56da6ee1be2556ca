import { readAskedName } from '../address-name.ts';
import { answerBody, answerError, NO_SUCH_ADDRESS } from './lnurl-answer.ts';
import type { LnurlRoute } from './lnurl-route.ts';
import { presentKeysend } from './present-payee.ts';

/** Tells podcast apps how to pay an address by keysend. */
export const route: LnurlRoute = {
  path: '/.well-known/keysend/:name',
  cost: 'look_up',
  handle: async ({ addressNames, node }, { params }) => {
    const asked = readAskedName(params['name'] ?? '');
    const payee = asked === null ? null : await addressNames.findPayee(asked.name);
    return payee === null ? answerError(NO_SUCH_ADDRESS) : answerBody(presentKeysend(payee, node));
  },
};
