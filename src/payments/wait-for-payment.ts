import { assert, BugError } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import {
  leavesByNode,
  type Payment,
  type SettledPayment,
  toSettledPayment,
} from '../ledger/payment.ts';
import { isOpen } from '../ledger/payment-state.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { CompletionNotifier } from './completion-notifier.ts';
import { MAX_CALLERS_WAITING } from './limits.ts';
import type { PaymentStore } from './payment-store.ts';

export interface WaitDeps {
  readonly payments: Pick<PaymentStore, 'findPayment' | 'confirmSeen'>;
  readonly completions: CompletionNotifier;
  readonly clock: Clock;
  readonly shutdown: AbortSignal;
}

/**
 * The interval at which a payment is read again. Another process may end it, and this process is
 * not notified of that.
 */
const LOOK_EVERY_MS = 500;

/**
 * Waits until a payment has ended, the deadline (of the monotonic clock) has passed, or the process
 * is stopping, and returns what is known by then. Returns at once if too many callers are waiting
 * already. `known` is what the caller has just read of the payment, which saves the first read.
 */
export async function waitForPayment(
  deps: WaitDeps,
  paymentId: string,
  deadlineMs: number,
  known: Payment | null,
): Promise<Payment> {
  if (known !== null && !isOpen(known.state)) return known;
  const isCrowded = deps.completions.countWaiting(paymentId) >= MAX_CALLERS_WAITING;
  let payment = known;
  let last = known;
  for (;;) {
    const pause = new AbortController();
    // Listening begins before reading, so that an end in between is not missed.
    const announced = deps.completions.next(paymentId, pause.signal);
    try {
      payment ??= await readPayment(deps, paymentId, last);
      last = payment;
      const leftMs = deadlineMs - deps.clock.monotonicMs();
      const isOver = leftMs <= 0 || isCrowded || deps.shutdown.aborted;
      if (!isOpen(payment.state) || isOver) return payment;
      const pauseMs = Math.min(leftMs, LOOK_EVERY_MS);
      const slept = deps.clock.sleep(pauseMs, pause.signal).then(() => null);
      payment = await Promise.race([announced, slept]);
    } finally {
      // An abort without a reason would create an error with a stack trace each time, so a reason
      // is given.
      pause.abort('the wait is over');
    }
  }
}

/**
 * Reads a payment. While the database is away, or has lost the payment, the last known state is
 * returned, because an error would make callers try again, and a second keysend would be a second
 * payment.
 */
async function readPayment(
  { payments }: WaitDeps,
  paymentId: string,
  last: Payment | null,
): Promise<Payment> {
  try {
    const payment = await payments.findPayment(paymentId);
    if (payment === null) throw new RowGone('the payment is not in the database any more');
    return payment;
  } catch (error) {
    if (last === null || error instanceof BugError) throw error;
    return last;
  }
}

/**
 * Answers a call that repeats an earlier one and has only read its result. A payment within this
 * service is proven by the database alone, so it must be on a standby before anyone is told of it.
 */
export async function answerRepeat(
  deps: WaitDeps,
  paymentId: string,
  deadlineMs: number,
): Promise<Result<SettledPayment, PayRefusal>> {
  const payment = await waitForPayment(deps, paymentId, deadlineMs, null);
  if (!leavesByNode(payment)) await deps.payments.confirmSeen();
  return answerPayment(payment);
}

/** Translates the state of a payment into the answer to its caller. */
export function answerPayment(payment: Payment): Result<SettledPayment, PayRefusal> {
  switch (payment.state) {
    case 'settled':
      return accept(toSettledPayment(payment));
    case 'failed':
      assert(payment.failure !== null, 'a failed payment says why');
      return refuse({ kind: 'payment_failed', ...payment.failure });
    default:
      return refuse({ kind: 'payment_pending', paymentId: payment.id });
  }
}
