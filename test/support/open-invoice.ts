import assert from 'node:assert/strict';
import { webCaller } from '../../src/authorization/caller.ts';
import { createInvoice, isPayable, type Payable } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import type { ApiUser } from './api-user.ts';
import type { ApiDeps } from './compose-api.ts';

/** Makes an invoice of this user that leaves the amount to the payer, like the page does. */
export async function makeOpenInvoice(deps: ApiDeps, { user }: ApiUser): Promise<Payable> {
  const caller = webCaller(user.id);
  const order = { ...EMPTY_ORDER, amountMsat: null };
  const made = await createInvoice(deps, { caller, order, idempotency: null });
  assert(made.ok && isPayable(made.value));
  return made.value;
}
