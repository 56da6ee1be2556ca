import { assert } from '../base/assert.ts';
import type { JournalEntry } from './journal-entry.ts';
import { lockHops, releaseHops } from './liquidity.ts';
import type {
  Attempt,
  NetworkState,
  Payment,
  PaymentBook,
  PaymentStatus,
} from './network-state.ts';

type PaymentEntry = Extract<
  JournalEntry,
  {
    kind:
      | 'payment_started'
      | 'payment_failed'
      | 'attempt_started'
      | 'attempt_settled'
      | 'attempt_failed';
  }
>;

export function applyPaymentEntry(
  state: NetworkState,
  book: PaymentBook,
  entry: PaymentEntry,
): void {
  if (entry.kind === 'payment_started') {
    startPayment(book, { ...entry.payment, attempts: [], failureReason: null });
    return;
  }
  const payment = book.byHash.get(entry.paymentHash);
  assert(payment !== undefined, `payment ${entry.paymentHash} exists`);
  switch (entry.kind) {
    case 'payment_failed':
      payment.failureReason = entry.reason;
      return;
    case 'attempt_started': {
      const unresolved = { status: 'IN_FLIGHT', resolvedAtMs: 0, preimage: null, failure: null };
      const attempt: Attempt = { ...entry.attempt, ...unresolved, status: 'IN_FLIGHT' };
      payment.attempts.push(attempt);
      book.nextAttemptId = attempt.attemptId + 1;
      if (attempt.blockedAtHop === null) lockHops(state.channels, entry.node, payment, attempt);
      return;
    }
    case 'attempt_settled': {
      const attempt = attemptOf(payment, entry.attemptId);
      attempt.status = 'SUCCEEDED';
      attempt.preimage = entry.preimage;
      attempt.resolvedAtMs = entry.atMs;
      releaseHops(state.channels, entry.node, payment, attempt);
      return;
    }
    case 'attempt_failed': {
      const attempt = attemptOf(payment, entry.attemptId);
      attempt.status = 'FAILED';
      attempt.failure = entry.failure;
      attempt.resolvedAtMs = entry.atMs;
      if (attempt.blockedAtHop === null) releaseHops(state.channels, entry.node, payment, attempt);
      return;
    }
  }
}

/**
 * The status of a payment by LND's rules (decidePaymentStatus): in flight as long as any HTLC is;
 * otherwise a settled HTLC takes precedence over a failure reason.
 */
export function paymentStatus(payment: Payment): PaymentStatus {
  let hasSettled = false;
  for (const attempt of payment.attempts) {
    if (attempt.status === 'IN_FLIGHT') return 'IN_FLIGHT';
    if (attempt.status === 'SUCCEEDED') hasSettled = true;
  }
  if (hasSettled) return 'SUCCEEDED';
  if (payment.failureReason !== null) return 'FAILED';
  return payment.attempts.length > 0 ? 'IN_FLIGHT' : 'INITIATED';
}

export const isTerminal = (payment: Payment): boolean => {
  const status = paymentStatus(payment);
  return status === 'SUCCEEDED' || status === 'FAILED';
};

export function attemptOf(payment: Payment, attemptId: number): Attempt {
  const attempt = payment.attempts.find((candidate) => candidate.attemptId === attemptId);
  assert(attempt !== undefined, `attempt ${attemptId} exists`);
  return attempt;
}

/**
 * Records a new payment. If it tries a failed payment again, it replaces that one under the same
 * hash, with a new index.
 */
function startPayment(book: PaymentBook, payment: Payment): void {
  const former = book.byHash.get(payment.paymentHash);
  if (former !== undefined) {
    const position = book.byIndex.indexOf(former);
    if (position >= 0) book.byIndex.splice(position, 1);
  }
  book.byHash.set(payment.paymentHash, payment);
  book.byIndex.push(payment);
  book.nextIndex = payment.paymentIndex + 1;
}
