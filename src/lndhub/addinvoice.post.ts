import { satToMsat } from '../base/amount.ts';
import { type CreateInvoiceDeps, createInvoice } from '../invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../invoices/invoice-order.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { addInvoiceError, BAD_ARGUMENTS, badArguments } from './lndhub-errors.ts';
import type { LndhubCall, LndhubRoute } from './lndhub-route.ts';
import { readSatField, readText } from './read-fields.ts';

/**
 * The value of `add_index`. Some apps expect this field of LND's answer, but only check that it is
 * there.
 */
export const ADD_INDEX = '500';

/**
 * Creates an invoice for the amount that the app has sent. Invoices without an amount are refused.
 */
export const route: LndhubRoute = {
  method: 'POST',
  path: '/addinvoice',
  access: 'invoices:create',
  handle: createInvoiceForApp,
};

export async function createInvoiceForApp(
  deps: CreateInvoiceDeps,
  { caller, body }: LndhubCall,
): Promise<LndhubAnswer> {
  const amountSat = readSatField(body, 'amt');
  if (amountSat === null) {
    return answerError(badArguments('Bad arguments: amt must be whole sats'));
  }
  if (amountSat === 0n) return answerError(BAD_ARGUMENTS);
  const [memo, description, descriptionHash] = [
    readText(body, 'memo'),
    readText(body, 'description'),
    readText(body, 'description_hash'),
  ];
  if (memo === null || description === null || descriptionHash === null) {
    return answerError(badArguments('Bad arguments: memo and description_hash must be texts'));
  }
  const order = {
    ...EMPTY_ORDER,
    amountMsat: satToMsat(amountSat),
    memo: memo || description || null,
    descriptionHash: descriptionHash || null,
  };
  const created = await createInvoice(deps, { caller, order, idempotency: null });
  if (!created.ok) return answerError(addInvoiceError(created.refusal));
  const { paymentHash, bolt11 } = created.value;
  return answerBody({
    r_hash: paymentHash,
    hash: paymentHash,
    payment_request: bolt11,
    pay_req: bolt11,
    add_index: ADD_INDEX,
  });
}
