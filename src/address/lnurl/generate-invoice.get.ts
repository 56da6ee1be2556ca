import { answerCallback } from './answer-callback.ts';
import { answerBody, answerError, FOREIGN_ADDRESS } from './lnurl-answer.ts';
import { type LnurlRoute, onlyValue } from './lnurl-route.ts';
import { nameOfOwnAddress } from './own-address.ts';

/**
 * Makes an invoice for a lightning address. Path and answer are those of a public proxy of the
 * hosted service whose API Satchel provides.
 */
export const route: LnurlRoute = {
  path: '/lnurl/generate-invoice',
  cost: 'callback',
  handle: async (deps, request) => {
    const address = onlyValue(request.query, 'ln') ?? '';
    const name = nameOfOwnAddress(address, deps.addressDomain());
    if (name === null) return answerError(FOREIGN_ADDRESS);
    const answer = await answerCallback(deps, name, request);
    if (answer.kind === 'json') return answerBody({ invoice: answer.body });
    // Clients of the proxy that this route imitates tell errors by their HTTP status, and take any
    // body with status 200 for an invoice.
    return answerError({ ...answer.error, status: Math.max(answer.error.status, 400) });
  },
};
