import { describePayRequest } from '../describe-pay-request.ts';
import { answerBody, answerError, callbackError } from './lnurl-answer.ts';
import type { LnurlRoute } from './lnurl-route.ts';
import { presentPayRequest } from './present-pay-request.ts';

/** Answers for `name@domain` (LUD-16): how much may be paid, and where to ask for the invoice. */
export const route: LnurlRoute = {
  path: '/.well-known/lnurlp/:name',
  cost: 'look_up',
  handle: async (deps, { params }) => {
    const described = await describePayRequest(deps, params['name'] ?? '', deps.addressDomain());
    return described.ok
      ? answerBody(presentPayRequest(described.value, deps.baseUrl()))
      : answerError(callbackError(described.refusal));
  },
};
