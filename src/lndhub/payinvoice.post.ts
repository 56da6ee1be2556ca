import { satToMsat } from '../base/amount.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import { payInvoice } from '../payments/pay-invoice.ts';
import { LNDHUB_WAIT_SEC } from './limits.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { BAD_ARGUMENTS, badArguments, payInvoiceError } from './lndhub-errors.ts';
import type { LndhubCall, LndhubPayDeps, LndhubRoute } from './lndhub-route.ts';
import { presentPaid } from './present-paid.ts';
import { readSatField, readText } from './read-fields.ts';

/**
 * Pays an invoice. Apps wait ten to sixty seconds and then send it again, so a longer payment is
 * answered as "in transit" before that. A repeated call waits for the same payment.
 */
export const route: LndhubRoute = {
  method: 'POST',
  path: '/payinvoice',
  access: 'payments:send',
  handle: payInvoiceForApp,
};

export async function payInvoiceForApp(
  deps: LndhubPayDeps,
  { caller, body }: LndhubCall,
): Promise<LndhubAnswer> {
  const bolt11 = readText(body, 'invoice');
  if (bolt11 === null || bolt11.trim() === '') return answerError(BAD_ARGUMENTS);
  const amountSat = readSatField(body, 'amount');
  if (amountSat === null) {
    return answerError(badArguments('Bad arguments: amount must be whole sats'));
  }
  const paid = await payInvoice(withShortWait(deps), {
    caller,
    bolt11,
    amountMsat: amountSat === 0n ? null : satToMsat(amountSat),
    idempotency: null,
  });
  if (!paid.ok) {
    deps.appGrantUses.noteRefusal(caller.grantId, paid.refusal.kind);
    return answerError(payInvoiceError(paid.refusal));
  }
  return answerBody(presentPaid(paid.value));
}

function withShortWait({ config, ...deps }: PayDeps): PayDeps {
  return { ...deps, config: { ...config, waitSec: Math.min(LNDHUB_WAIT_SEC, config.waitSec) } };
}
