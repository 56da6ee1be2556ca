import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { InternalPaymentOutcome, ReserveOutcome } from '../ledger/money-store.ts';
import { NOT_DISPATCHED, type Payment, type PaymentOrder } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { heldForPayment } from './fee-reserve.ts';
import type { PayDeps } from './pay-deps.ts';

/** The outcome of starting a payment, if it was not refused. */
export type Started =
  /** The payment exists. `payment` is its known state; null when it has to be read. */
  | { readonly kind: 'begun'; readonly paymentId: string; readonly payment: Payment | null }
  | JoinedStart
  /** The idempotency key was used by an earlier call, whose payment or batch is `target`. */
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | UnknownStart;

/** The user is already paying the hash of `bolt11`, or has paid it. Nothing was written. */
export interface JoinedStart {
  readonly kind: 'joined';
  readonly paymentId: string;
  /** The text of the invoice that the caller wanted to pay. */
  readonly bolt11: string;
}

/**
 * The database did not answer, so it is unknown whether the payment exists. `again` repeats the
 * same order, which never pays twice, and finds out.
 */
export interface UnknownStart {
  readonly kind: 'outcome_unknown';
  readonly paymentId: string;
  again(): Promise<Result<Started, PayRefusal>>;
}

/** Reserves a payment over the node, and gives it to this process's dispatcher for sending. */
export async function startNodePayment(
  deps: PayDeps,
  order: PaymentOrder,
  idempotency: IdempotencyClaim | null,
): Promise<Result<Started, PayRefusal>> {
  const stopReason = deps.paymentStop.stopReason();
  if (stopReason !== null) return refuse({ kind: 'outside_payments_stopped' });
  const payment = reservedPayment(deps, order);
  const { outcome, isOurs } = await reserve(deps, payment, order, idempotency);
  if (outcome.kind !== 'reserved' && outcome.kind !== 'present') return toStarted(outcome, order);
  if (isOurs) deps.dispatcher.start(payment);
  return accept({ kind: 'begun', paymentId: order.id, payment: isOurs ? payment : null });
}

/**
 * Translates those outcomes that a payment over the node and a payment within this service have in
 * common.
 */
export function toStarted(
  outcome: Exclude<
    ReserveOutcome | InternalPaymentOutcome,
    { kind: 'reserved' | 'settled' | 'present' | 'stale' }
  >,
  { bolt11 }: PaymentOrder,
): Result<Started, PayRefusal> {
  if (outcome.kind === 'refused') return refuse(outcome.refusal);
  return accept(outcome.kind === 'joined' ? { ...outcome, bolt11 } : outcome);
}

async function reserve(
  deps: PayDeps,
  payment: Payment,
  order: PaymentOrder,
  idempotency: IdempotencyClaim | null,
): Promise<{ readonly outcome: ReserveOutcome; readonly isOurs: boolean }> {
  try {
    const outcome = await deps.money.reserve({
      order,
      heldSat: payment.heldSat,
      nodePubkey: deps.node.pubkey,
      ownerProcessId: deps.processId,
      openPaymentsMax: deps.config.openPaymentsMax,
      idempotency,
    });
    const isOurs = outcome.kind === 'reserved' || (await isPresentHere(deps, order.id, outcome));
    return { outcome, isOurs };
  } catch (error) {
    deps.dispatcher.abandon(order.id);
    throw error;
  }
}

/**
 * Whether this process has to send a payment that was in the database already when it was to be
 * reserved. Either the first answer of the database was lost, and the payment is ours, or another
 * process is running the same order under the same ids, and then the payment is left to it.
 */
async function isPresentHere(
  { payments, processId, dispatcher }: PayDeps,
  paymentId: string,
  { kind }: ReserveOutcome,
): Promise<boolean> {
  if (kind !== 'present' || dispatcher.drives(paymentId)) return false;
  const payment = await payments.findPayment(paymentId);
  return payment?.dispatch.ownerProcessId === processId;
}

function reservedPayment(deps: PayDeps, order: PaymentOrder): Payment {
  return {
    ...order,
    state: 'reserved',
    path: 'node',
    heldSat: heldForPayment(order.amountMsat, deps.config),
    feeMsat: null,
    failure: null,
    endedAt: null,
    dispatch: { ...NOT_DISPATCHED, ownerProcessId: deps.processId },
  };
}
