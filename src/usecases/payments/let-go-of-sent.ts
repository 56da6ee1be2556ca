import type { Clock } from '../../base/clock.ts';
import type { PaymentStore } from '../../wallet/payment-store.ts';
import type { PaymentDispatcher } from './payment-dispatcher.ts';

export interface LetGoOfSentDeps {
  readonly payments: Pick<PaymentStore, 'listSentBy' | 'markUnknown'>;
  readonly dispatcher: Pick<PaymentDispatcher, 'drives'>;
  readonly processId: string;
  readonly clock: Clock;
}

/**
 * Gives to recovery what the database says that this process sends, and it does not: an earlier
 * state came back, in which that had not ended yet. While the sender lives and seems to send, no
 * one else may conclude from a failure at the node, or from its silence, that it is over.
 */
export async function letGoOfSent(deps: LetGoOfSentDeps): Promise<void> {
  const { payments, dispatcher, processId, clock } = deps;
  // Read first: what this process begins to send it drives already.
  for (const id of await payments.listSentBy(processId)) {
    if (!dispatcher.drives(id)) await payments.markUnknown(id, clock.now());
  }
}
