import type { PaymentFailureReason } from '../lightning/node-port.ts';
import type { PaymentFailure } from './payment.ts';

/** Sentences for callers about failed payments, by the reason that the node gives. */
const NODE_FAILURES: Readonly<Record<PaymentFailureReason, string>> = {
  no_route: 'No route to the recipient was found that could carry the payment.',
  timeout: 'The payment did not find its way in time.',
  insufficient_liquidity: 'The node has not enough outgoing liquidity at the moment.',
  incorrect_details: 'The recipient refused the payment: wrong amount, unknown or expired.',
  cancelled: 'The payment was cancelled.',
  other: 'The payment failed.',
};

export const nodeFailure = (reason: PaymentFailureReason): PaymentFailure => ({
  reason,
  message: NODE_FAILURES[reason],
});

/** The failure when the node refused to take on the payment. */
export const rejectedByNode = (detail: string): PaymentFailure => ({
  reason: 'rejected',
  message: `The node refused the payment: ${detail}`,
});

export const NEVER_SENT: PaymentFailure = {
  reason: 'never_sent',
  message: 'The payment was not sent.',
};

/**
 * The failure of a payment that was reserved just before payments over the node were stopped, so
 * that it was never sent.
 */
export const STOPPED_MEANWHILE: PaymentFailure = {
  reason: 'never_sent',
  message: 'The payment was not sent: outgoing payments are stopped at the moment.',
};

export const NODE_AWAY: PaymentFailure = {
  reason: 'node_away',
  message: 'The payment was not sent: the node is not reachable at the moment.',
};

export const NEVER_ARRIVED: PaymentFailure = {
  reason: 'never_arrived',
  message: 'The payment never reached the node.',
};

/**
 * The failure when the node had already paid this hash for someone else. That preimage does not
 * prove a payment by this payer.
 */
export const PAID_BY_OTHERS: PaymentFailure = {
  reason: 'already_paid',
  message: 'This invoice has been paid before, and not by this payment.',
};

/**
 * The failure of a payment that hung in the node and was proved to be unpayable: see
 * judge-stuck.ts.
 */
export const STUCK: PaymentFailure = {
  reason: 'stranded',
  message: 'The payment got stuck in the node and was never paid. Ask for a new invoice.',
};
