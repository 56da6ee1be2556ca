import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { debitSat, msat } from '../base/amount.ts';
import { type RetryUntilDoneDeps, retryUntilDone } from '../base/retry-until-done.ts';
import type { Money } from '../ledger/money.ts';
import type { FailFrom, ResolveEvent, ResolveOutcome } from '../ledger/money-store.ts';
import { type Payment, type PaymentFailure, toSettledPayment } from '../ledger/payment.ts';
import { isOpen, type PaymentState } from '../ledger/payment-state.ts';
import { renderSettledPayment } from '../ledger/settled-record.ts';
import { type StopAsRewoundDeps, stopAsRewound } from '../node/rewind/stop-as-rewound.ts';
import type { CompletionNotifier } from './completion-notifier.ts';
import type { Verdict } from './payment-verdict.ts';

export interface EndPaymentDeps extends RetryUntilDoneDeps, StopAsRewoundDeps {
  readonly money: Pick<Money, 'resolve'>;
  readonly completions: CompletionNotifier;
}

export type PaymentEnd =
  | Extract<Verdict, { kind: 'settled' }>
  | { readonly kind: 'failed'; readonly failure: PaymentFailure; readonly onlyFrom: FailFrom };

/**
 * Writes the end of a node payment and wakes those who wait for it. The write is retried until it
 * succeeds or the signal aborts, so that the proof of the end is not lost. Returns false when the
 * payment goes on: either its sender began to send it after a worker had taken it for unsent, or
 * the database may have been restored to an earlier state, after which no payment counts as unsent.
 */
export async function endPayment(
  deps: EndPaymentDeps,
  payment: Payment,
  end: PaymentEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const ended = withEnd(payment, end, deps.clock.now());
  const outcome = await writeEnd(deps, ended, end, signal);
  switch (outcome.kind) {
    case 'resolved':
      await alarmIfAboveReserve(deps, ended);
      deps.completions.announce(payment.id, ended);
      return true;
    case 'present':
      deps.completions.announce(payment.id, null);
      return true;
    case 'conflict':
      if (isOpen(outcome.state)) return false;
      if (outcome.state !== end.kind && wasHandedOver(end)) {
        await alarmContradiction(deps, payment, end, outcome.state);
      }
      deps.completions.announce(payment.id, null);
      return true;
    case 'absent':
      await alarmLost(deps, payment, end);
      return true;
  }
}

/**
 * Writes the end of a payment. If the payment was sent or reserved before, and its row now says
 * otherwise, the database was restored to an earlier state. That is stored first: from then on no
 * payment counts as merely reserved, and the end can be written.
 */
async function writeEnd(
  deps: EndPaymentDeps,
  ended: Payment,
  end: PaymentEnd,
  signal: AbortSignal,
): Promise<ResolveOutcome> {
  const event = resolveEvent(ended, end);
  const write = () =>
    retryUntilDone(deps, 'writing the end of a payment', signal, () => deps.money.resolve(event));
  const outcome = await write();
  const isAbsent = outcome.kind === 'absent';
  const isReserved = outcome.kind === 'conflict' && outcome.state === 'reserved';
  const isUndone = isReserved && wasHandedOver(end);
  if (!isAbsent && !isUndone) return outcome;
  const why = isAbsent
    ? `the payment ${ended.id} of hash ${ended.paymentHash} is not in the database any more`
    : `the payment ${ended.id} of hash ${ended.paymentHash} was sent, and is only reserved now`;
  await retryUntilDone(deps, 'stopping what leaves', signal, () => stopAsRewound(deps, why));
  return isAbsent ? outcome : await write();
}

/**
 * Whether the end proves that the payment was handed to the node. Any other end depends on the
 * database alone, which may have been restored to an earlier state.
 */
const wasHandedOver = (end: PaymentEnd): boolean =>
  end.kind === 'settled' || end.onlyFrom === 'dispatched';

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

/**
 * Raises an alarm when the node reports two different ends. The first one stays, because a final
 * state never changes.
 */
async function alarmContradiction(
  deps: EndPaymentDeps,
  payment: Payment,
  end: PaymentEnd,
  stored: PaymentState,
): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'final_state_contradicted',
    subject: payment.id,
    detail: `it is ${stored}, but was found ${end.kind} afterwards: ${proofOf(payment, end)}`,
  });
}

/** Raises an alarm when the node has proven the end of a payment that the database has lost. */
async function alarmLost(deps: EndPaymentDeps, payment: Payment, end: PaymentEnd): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'payment_lost',
    subject: payment.id,
    detail: `the database has lost a payment of user ${payment.userId}: ${proofOf(payment, end)}`,
  });
}

/**
 * Describes how the operator can find the payment at the node. The preimage is left out, because
 * preimages must not be logged.
 */
function proofOf({ paymentHash }: Payment, end: PaymentEnd): string {
  if (end.kind === 'failed') return `hash ${paymentHash}, failed (${end.failure.reason})`;
  const { amountMsat, feeMsat } = end;
  const paid = `paid ${amountMsat} msat and ${feeMsat} msat of fee`;
  return `hash ${paymentHash}, ${paid}; its preimage is with the node under this hash`;
}
