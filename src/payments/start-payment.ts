import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { InternalPaymentOutcome, ReserveOutcome } from '../ledger/money-store.ts';
import type { Payment, PaymentOrder } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { heldForPayment } from './fee-reserve.ts';
import type { PayDeps } from './pay-deps.ts';

/** The result of one attempt to order a payment. */
export type Started =
  /** The payment exists; `payment` is what we know of it without a look. */
  | { readonly kind: 'begun'; readonly paymentId: string; readonly payment: Payment | null }
  | JoinedStart
  /** The idempotency key belongs to an earlier call. */
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | UnknownStart;

/** This user is already paying the hash of `bolt11`, or has paid it: nothing was written. */
export interface JoinedStart {
  readonly kind: 'joined';
  readonly paymentId: string;
  /** The text that the caller wanted to pay. */
  readonly bolt11: string;
}

/**
 * The store did not answer, so whether the payment exists is unknown. `again` repeats the same
 * order, which never pays twice, and finds out.
 */
export interface UnknownStart {
  readonly kind: 'outcome_unknown';
  readonly paymentId: string;
  again(): Promise<Result<Started, PayRefusal>>;
}

/** Reserves a node payment and has it sent. */
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

/** Turns outcomes that reserving and paying internally have in common into results. */
export function toStarted(
  outcome: Exclude<
    ReserveOutcome | InternalPaymentOutcome,
    { kind: 'reserved' | 'settled' | 'present' }
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
 * Whether a `present` payment is ours to send. Its first answer was lost, or another process
 * carries out the same order under the same ids. Then the payment is that one's to send, and to
 * give up.
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
    dispatch: {
      ownerProcessId: deps.processId,
      senderProcessId: null,
      indexBefore: null,
      acknowledgedIndex: null,
      requestEndedAt: null,
      firstNotFoundAt: null,
    },
  };
}
