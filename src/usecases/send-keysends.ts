import { BugError } from '../base/assert.ts';
import type { Result } from '../base/result.ts';
import type { BatchStore } from '../wallet/batch-store.ts';
import type { KeysendOrder } from '../wallet/keysend-order.ts';
import type { SettledPayment } from '../wallet/settled-payment.ts';
import type { PayRefusal } from '../wallet/wallet-refusals.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';

export interface SendKeysendsDeps extends PayDeps {
  readonly batches: BatchStore;
}

export interface SendKeysendsInput extends PayContext {
  readonly orders: readonly KeysendOrder[];
}

export interface KeysendItemResult {
  readonly order: KeysendOrder;
  readonly result: Result<SettledPayment, PayRefusal>;
}

/** Sends several keysends, each on its own; the answer has one result per item, in their order. */
export async function sendKeysends(
  _deps: SendKeysendsDeps,
  _input: SendKeysendsInput,
): Promise<Result<readonly KeysendItemResult[], PayRefusal>> {
  throw new BugError('paying is not built yet');
}
