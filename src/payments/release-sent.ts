import type { Clock } from '../base/clock.ts';
import type { PaymentDispatcher } from './payment-dispatcher.ts';
import type { PaymentStore } from './payment-store.ts';

export interface ReleaseSentDeps {
  readonly payments: Pick<PaymentStore, 'listSentBy' | 'markUnknown'>;
  readonly dispatcher: Pick<PaymentDispatcher, 'drives'>;
  readonly processId: string;
  readonly clock: Clock;
}

/**
 * Leaves to recovery the payments that the database says this process is sending, although it is
 * not: the database went back to a state in which they had not ended. While the sender lives and
 * seems to send, no one else may take a failure or silence of the node for an end.
 */
export async function releaseSent(deps: ReleaseSentDeps): Promise<void> {
  const { payments, dispatcher, processId, clock } = deps;
  // The list is read first: a payment that this process begins to send meanwhile is already driven.
  for (const id of await payments.listSentBy(processId)) {
    if (!dispatcher.drives(id)) await payments.markUnknown(id, clock.now());
  }
}
