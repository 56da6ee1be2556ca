import { BugError } from '../base/assert.ts';
import type { Result } from '../base/result.ts';
import type { KeysendOrder } from '../wallet/keysend-order.ts';
import type { SettledPayment } from '../wallet/settled-payment.ts';
import type { PayRefusal } from '../wallet/wallet-refusals.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';

export interface SendKeysendInput extends PayContext {
  readonly order: KeysendOrder;
}

/** Sends a keysend and waits for the end, as long as a caller may wait. */
export async function sendKeysend(
  _deps: PayDeps,
  _input: SendKeysendInput,
): Promise<Result<SettledPayment, PayRefusal>> {
  throw new BugError('paying is not built yet');
}
