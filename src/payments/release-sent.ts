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
 * Gives up payments that the database says this process is sending, although it is not, so that
 * recovery can take them over. This happens after the database was restored to a time before the
 * payments ended. As long as their sender is alive and seems to send, no other process may conclude
 * anything from the node's failure or silence.
 */
export async function releaseSent(deps: ReleaseSentDeps): Promise<void> {
  const { payments, dispatcher, processId, clock } = deps;
  // The list is read before asking which payments this process is sending, so that a payment which
  // begins in between is not given up.
  for (const id of await payments.listSentBy(processId)) {
    if (!dispatcher.drives(id)) await payments.markUnknown(id, clock.now());
  }
}
