import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { mayBeAtNode, type Payment } from '../ledger/payment.ts';
import { type CheckStuckDeps, checkStuck } from './check-stuck.ts';
import type { PaymentStore } from './payment-store.ts';

export interface FindStuckDeps extends CheckStuckDeps, RaiseAlarmDeps {
  readonly payments: Pick<PaymentStore, 'listOpenPayments'>;
}

/**
 * Alerts the operator to payments that hang in the node forever. It ends nothing: only a person may
 * do that.
 */
export async function findStuck(deps: FindStuckDeps, signal: AbortSignal): Promise<void> {
  const open = (await deps.payments.listOpenPayments()).filter(mayBeAtNode);
  if (open.length === 0) return;
  const inChannels = await hashesInChannels(deps);
  const held = open.filter(({ paymentHash }) => inChannels.has(paymentHash));
  const others = open.filter(({ paymentHash }) => !inChannels.has(paymentHash));
  if (held.length > 0) await deps.stuck.forgetStuck(held.map(({ id }) => id));
  for (const payment of others) {
    if (signal.aborted) return;
    await lookAt(deps, payment);
  }
}

async function hashesInChannels({ lightning }: FindStuckDeps): Promise<ReadonlySet<string>> {
  return new Set((await lightning.channels()).flatMap(({ htlcHashes }) => htlcHashes));
}

/** Raises the alarm before the mark: a crash in between repeats it instead of losing it. */
async function lookAt(deps: FindStuckDeps, payment: Payment): Promise<void> {
  const finding = await checkStuck(deps, payment);
  if (finding.kind === 'not_stuck' || !finding.isConfirmed) return;
  if (await deps.stuck.wasTold(payment.id)) return;
  await raiseAlarm(deps, {
    kind: 'payment_stranded',
    subject: payment.id,
    detail:
      `LND never sends it and never ends it; from block ${finding.endsFromHeight} on ` +
      `\`satchel payments end ${payment.id}\` gives ${payment.heldSat} sat back`,
  });
  await deps.stuck.markTold(payment.id);
}
