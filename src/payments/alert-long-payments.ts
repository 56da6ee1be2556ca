import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { mayBeAtNode } from '../ledger/payment.ts';
import { isLongInFlight } from './payment-config.ts';
import type { PaymentStore } from './payment-store.ts';

export interface AlertLongPaymentsDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'wasRaised'>;
  readonly payments: Pick<PaymentStore, 'listOpenPayments'>;
  readonly clock: Clock;
}

const KIND = 'payment_takes_long';

/**
 * Alerts the operator, once for each payment, to payments that have been under way for very long.
 * No payment is ended here.
 */
export async function alertLongPayments(
  deps: AlertLongPaymentsDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  for (const payment of await deps.payments.listOpenPayments()) {
    if (signal.aborted) return;
    if (!mayBeAtNode(payment) || !isLongInFlight(payment.createdAt, now)) continue;
    if (await deps.alarms.wasRaised(KIND, payment.id)) continue;
    const minutes = Math.floor((now.getTime() - payment.createdAt.getTime()) / 60_000);
    await raiseAlarm(deps, {
      kind: KIND,
      subject: payment.id,
      detail: `on its way for ${minutes} minutes: ${payment.heldSat} sat are held for it`,
    });
  }
}
