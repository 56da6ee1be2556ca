import { debitSat, msat } from '../base/amount.ts';
import { type KeepTryingDeps, keepTrying } from '../base/keep-trying.ts';
import type { Money } from '../wallet/money.ts';
import type { FailFrom, ResolveEvent } from '../wallet/money-store.ts';
import type { Payment, PaymentFailure } from '../wallet/payment.ts';
import { isOpen, type PaymentState } from '../wallet/payment-state.ts';
import type { Verdict } from '../wallet/payment-verdict.ts';
import { toSettledPayment } from '../wallet/settled-payment.ts';
import { renderSettledPayment } from '../wallet/settled-record.ts';
import type { PaymentEnds } from './payment-ends.ts';
import { type RaiseAlarmDeps, raiseAlarm } from './raise-alarm.ts';

export interface EndPaymentDeps extends KeepTryingDeps, RaiseAlarmDeps {
  readonly money: Pick<Money, 'resolve'>;
  readonly ends: PaymentEnds;
}

export type PaymentEnd =
  | Extract<Verdict, { kind: 'settled' }>
  | { readonly kind: 'failed'; readonly failure: PaymentFailure; readonly onlyFrom: FailFrom };

/**
 * Writes the end of a node payment and wakes those who wait for it. It is tried until it is written
 * or the signal aborts: the proof is in our hands now. Answers false when the payment goes on,
 * because its sender was quicker than whoever took it for unsent.
 */
export async function endPayment(
  deps: EndPaymentDeps,
  payment: Payment,
  end: PaymentEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const ended = withEnd(payment, end, deps.clock.now());
  const event = resolveEvent(ended, end);
  const outcome = await keepTrying(deps, 'writing the end of a payment', signal, () =>
    deps.money.resolve(event),
  );
  switch (outcome.kind) {
    case 'resolved':
      await alarmIfAboveReserve(deps, ended);
      deps.ends.announce(payment.id, ended);
      return true;
    case 'present':
      deps.ends.announce(payment.id, null);
      return true;
    case 'conflict':
      if (isOpen(outcome.state)) return false;
      if (outcome.state !== end.kind) {
        await alarmContradiction(deps, payment, end.kind, outcome.state);
      }
      deps.ends.announce(payment.id, null);
      return true;
    case 'absent':
      return true;
  }
}

function withEnd(payment: Payment, end: PaymentEnd, endedAt: Date): Payment {
  if (end.kind === 'failed') {
    return { ...payment, state: 'failed', failure: end.failure, endedAt };
  }
  const { preimage, amountMsat, feeMsat } = end;
  return { ...payment, state: 'settled', preimage, amountMsat, feeMsat, endedAt };
}

function resolveEvent(ended: Payment, end: PaymentEnd): ResolveEvent {
  const at = ended.endedAt ?? ended.createdAt;
  if (end.kind === 'failed') return { paymentId: ended.id, at, end };
  const record = renderSettledPayment(toSettledPayment(ended));
  return { paymentId: ended.id, at, end: { ...end, record } };
}

async function alarmIfAboveReserve(deps: EndPaymentDeps, ended: Payment): Promise<void> {
  if (ended.feeMsat === null) return;
  const neededSat = debitSat(msat(ended.amountMsat + ended.feeMsat));
  if (neededSat <= ended.heldSat) return;
  await raiseAlarm(deps, {
    kind: 'fee_above_reserve',
    subject: ended.id,
    detail: `the node charged a fee of ${ended.feeMsat} msat, ${ended.heldSat} sat were held`,
  });
}

/** The first end stands: a final state never changes, whatever the node says later. */
async function alarmContradiction(
  deps: EndPaymentDeps,
  payment: Payment,
  said: PaymentEnd['kind'],
  stored: PaymentState,
): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'final_state_contradicted',
    subject: payment.id,
    detail: `the payment is ${stored}, but was found ${said} afterwards`,
  });
}
