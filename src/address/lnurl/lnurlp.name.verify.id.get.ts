import { verifyAddressInvoice } from '../verify-address-invoice.ts';
import { answerBody, answerError, callbackError } from './lnurl-answer.ts';
import type { LnurlRoute } from './lnurl-route.ts';

/** Tells whether the invoice that a payer asked for was paid (LUD-21). */
export const route: LnurlRoute = {
  path: '/lnurlp/:name/verify/:id',
  cost: 'look_up',
  handle: async (deps, { params }) => {
    const verified = await verifyAddressInvoice(deps, params['id'] ?? '');
    if (!verified.ok) return answerError(callbackError(verified.refusal));
    const { bolt11, preimage } = verified.value;
    return answerBody({ status: 'OK', settled: preimage !== null, preimage, pr: bolt11 });
  },
};
