import { assert } from '../base/assert.ts';
import { blockHeight } from './chain/blocks.ts';
import { firstBlockedHop } from './liquidity.ts';
import { type Network, nowMs } from './network.ts';
import type {
  Attempt,
  AttemptRef,
  FailureCode,
  FailureReason,
  HtlcAnswer,
  Payment,
  Route,
  SimNode,
} from './network-state.ts';
import { nodeOf } from './node-of.ts';
import { attemptOf, isTerminal } from './payment-book.ts';
import { nextRoute } from './routing.ts';

/**
 * Takes the next step of a payment: it sends another part, or ends the payment. This is called when
 * a payment starts, when an attempt was answered, and after a restart. A superfluous call changes
 * nothing.
 */
export function advancePayment(network: Network, payer: SimNode, payment: Payment): void {
  const { fate } = payment.order;
  while (!isTerminal(payment) && payment.failureReason === null) {
    if (payment.attempts.some((attempt) => attempt.status === 'SUCCEEDED')) return;
    const { remainingMsat, remainingFeeMsat } = remainder(payment);
    if (remainingMsat === 0n) return;
    if (fate?.kind === 'fail') {
      failPayment(network, payer, payment, fate.reason);
      return;
    }
    if (fate?.kind === 'missing_part' && payment.attempts.length > 0) {
      // Under the fault `missing_part`, the second half of a payment is never sent. When the first
      // half comes back, there is no time left for a second try.
      if (paymentHasHtlcs(payment)) return;
      failPayment(network, payer, payment, 'FAILURE_REASON_TIMEOUT');
      return;
    }
    if (payment.order.deadlineMs !== null && nowMs(network) > payment.order.deadlineMs) {
      failPayment(network, payer, payment, 'FAILURE_REASON_TIMEOUT');
      return;
    }
    const answer = nextRoute(network.state, {
      payer: payer.name,
      payment,
      remainingMsat: fate?.kind === 'missing_part' ? (remainingMsat + 1n) / 2n : remainingMsat,
      remainingFeeMsat,
      blockHeight: blockHeight(network),
    });
    if (answer.kind !== 'route') {
      const isPoor = answer.kind === 'insufficient_balance';
      const reason = isPoor ? 'FAILURE_REASON_INSUFFICIENT_BALANCE' : 'FAILURE_REASON_NO_ROUTE';
      failPayment(network, payer, payment, reason);
      return;
    }
    startAttempt(network, payer, payment, answer.route);
  }
}

/** Returns the payee's answer over all hops to the payer. */
export function answerAttempt(network: Network, ref: AttemptRef, answer: HtlcAnswer): void {
  const payer = nodeOf(network.state, ref.node);
  const payment = payer.payments.byHash.get(ref.paymentHash);
  const attempt = payment?.attempts.find((one) => one.attemptId === ref.attemptId);
  if (payment === undefined || attempt === undefined) return;
  const isTakenBack = answer.kind === 'settled' && payment.order.fate?.kind === 'taken_back';
  network.after(network.settings.hopLatencyMs * attempt.route.hops.length, () => {
    if (attempt.status !== 'IN_FLIGHT') return;
    resolveAttempt(network, payer, payment, attempt, isTakenBack ? TAKEN_BACK : answer);
    advancePayment(network, payer, payment);
  });
}

/**
 * The error with which an LND gives an HTLC back because it has seen the HTLC's onion before: see
 * docs/operating-lnd.md.
 */
const TAKEN_BACK: HtlcAnswer = { kind: 'failed', code: 'INVALID_ONION_VERSION' };

/** Continues payments after a restart, including HTLCs that had not reached their payee. */
export function resumePayments(network: Network, payer: SimNode): void {
  for (const payment of payer.payments.byIndex) {
    if (isTerminal(payment)) continue;
    for (const attempt of payment.attempts) {
      if (attempt.status !== 'IN_FLIGHT') continue;
      if (!isWithPayee(network, payer, payment, attempt)) travel(network, payer, payment, attempt);
    }
    advancePayment(network, payer, payment);
  }
}

function isWithPayee(
  network: Network,
  payer: SimNode,
  payment: Payment,
  attempt: Attempt,
): boolean {
  const payee = payeeOf(network, attempt.route);
  const book = payee?.invoices;
  const { amp, paymentAddr } = payment.order;
  const invoice =
    amp === null
      ? book?.byHash.get(payment.paymentHash)
      : book?.byPaymentAddr.get(paymentAddr ?? '');
  const htlcs = invoice?.htlcs ?? [];
  return htlcs.some(
    ({ from }) => from?.node === payer.name && from.attemptId === attempt.attemptId,
  );
}

const paymentHasHtlcs = (payment: Payment): boolean =>
  payment.attempts.some((attempt) => attempt.status === 'IN_FLIGHT');

function remainder(payment: Payment): { remainingMsat: bigint; remainingFeeMsat: bigint } {
  let sentMsat = 0n;
  let feesMsat = 0n;
  for (const attempt of payment.attempts) {
    if (attempt.status === 'FAILED') continue;
    sentMsat += attempt.route.totalAmtMsat - attempt.route.totalFeesMsat;
    feesMsat += attempt.route.totalFeesMsat;
  }
  return {
    remainingMsat: payment.order.valueMsat - sentMsat,
    remainingFeeMsat: payment.order.feeLimitMsat - feesMsat,
  };
}

function startAttempt(network: Network, payer: SimNode, payment: Payment, route: Route): void {
  const attemptId = payer.payments.nextAttemptId;
  network.commit({
    kind: 'attempt_started',
    node: payer.name,
    paymentHash: payment.paymentHash,
    attempt: {
      attemptId,
      route,
      startedAtMs: nowMs(network),
      blockedAtHop: isStranded(payment) ? 0 : firstBlockedHop(network.state.channels, route.hops),
    },
  });
  travel(network, payer, payment, attemptOf(payment, attemptId));
}

const isStranded = ({ order }: Payment): boolean => order.fate?.kind === 'stranded';

function travel(network: Network, payer: SimNode, payment: Payment, attempt: Attempt): void {
  if (isStranded(payment)) return;
  const { hopLatencyMs } = network.settings;
  const { blockedAtHop, route } = attempt;
  if (blockedAtHop !== null) {
    network.after(2 * hopLatencyMs * blockedAtHop, () => {
      if (attempt.status !== 'IN_FLIGHT') return;
      failAttempt(network, payer, payment, attempt, {
        code: 'TEMPORARY_CHANNEL_FAILURE',
        sourceIndex: blockedAtHop,
      });
      advancePayment(network, payer, payment);
    });
    return;
  }
  network.after(hopLatencyMs * route.hops.length + heldMs(network, payment), () => {
    arrive(network, payer, payment, attempt);
  });
}

/** For how much longer the payee has to hold an HTLC. */
function heldMs(network: Network, { order }: Payment): number {
  return order.fate?.kind === 'hold' ? Math.max(order.fate.untilMs - nowMs(network), 0) : 0;
}

function arrive(network: Network, payer: SimNode, payment: Payment, attempt: Attempt): void {
  const { order, paymentHash } = payment;
  if (order.fate?.kind === 'hold' && !order.fate.isTaken) {
    const ref = { node: payer.name, paymentHash, attemptId: attempt.attemptId };
    answerAttempt(network, ref, { kind: 'failed', code: 'INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS' });
    return;
  }
  const { route } = attempt;
  const payee = payeeOf(network, route);
  assert(payee !== undefined, 'a route ends at a node');
  network.wire.deliver(network, payee, {
    payer: payer.name,
    payment,
    attempt,
    amountMsat: route.totalAmtMsat - route.totalFeesMsat,
    totalMsat: order.valueMsat,
  });
}

const payeeOf = (network: Network, route: Route): SimNode | undefined =>
  network.state.nodes.get(route.hops.at(-1)?.toName ?? '');

function resolveAttempt(
  network: Network,
  payer: SimNode,
  payment: Payment,
  attempt: Attempt,
  answer: HtlcAnswer,
): void {
  if (answer.kind === 'settled') {
    network.commit({
      kind: 'attempt_settled',
      node: payer.name,
      paymentHash: payment.paymentHash,
      attemptId: attempt.attemptId,
      preimage: answer.preimage,
      atMs: nowMs(network),
    });
    return;
  }
  // Another route would get the same answer from the payee, so the payment fails; only a time-out
  // of parts may be retried. As in LND, the failure of the payment is stored before the end of its
  // HTLC.
  if (answer.code !== 'MPP_TIMEOUT' && payment.failureReason === null) {
    failPayment(network, payer, payment, 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS');
  }
  failAttempt(network, payer, payment, attempt, {
    code: answer.code,
    sourceIndex: attempt.route.hops.length,
  });
}

function failAttempt(
  network: Network,
  payer: SimNode,
  payment: Payment,
  attempt: Attempt,
  failure: { readonly code: FailureCode; readonly sourceIndex: number },
): void {
  network.commit({
    kind: 'attempt_failed',
    node: payer.name,
    paymentHash: payment.paymentHash,
    attemptId: attempt.attemptId,
    atMs: nowMs(network),
    failure: {
      code: failure.code,
      sourceIndex: failure.sourceIndex,
      htlcMsat: 0n,
      height: blockHeight(network),
    },
  });
}

function failPayment(
  network: Network,
  payer: SimNode,
  payment: Payment,
  reason: FailureReason,
): void {
  network.commit({
    kind: 'payment_failed',
    node: payer.name,
    paymentHash: payment.paymentHash,
    reason,
  });
}
