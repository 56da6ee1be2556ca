import type { Sat } from '../base/amount.ts';
import { BugError } from '../base/assert.ts';
import type { Result } from '../base/result.ts';
import type { SettledPayment } from '../wallet/settled-payment.ts';
import type { PayRefusal } from '../wallet/wallet-refusals.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';

export interface PayInvoiceInput extends PayContext {
  readonly bolt11: string;
  /** Needed for invoices without an amount, otherwise to be left out or equal. */
  readonly amountSat: Sat | null;
}

/** Pays a BOLT11 invoice and waits for the end, as long as a caller may wait. */
export async function payInvoice(
  _deps: PayDeps,
  _input: PayInvoiceInput,
): Promise<Result<SettledPayment, PayRefusal>> {
  throw new BugError('paying is not built yet');
}
