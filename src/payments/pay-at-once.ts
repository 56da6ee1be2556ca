import type { Caller } from '../authorization/caller.ts';
import type { RememberedToken } from '../authorization/remembered-token.ts';
import { accept, refuse } from '../base/result.ts';
import type { RecentInvoices } from '../invoices/recent-invoices.ts';
import {
  type InternalPaymentEvent,
  MoneyEventRejected,
  MoneyOutcomeUnknown,
} from '../ledger/money-store.ts';
import type { SettledPayment } from '../ledger/payment.ts';
import { awaitOutcome, deadlineOf, type PayAnswer } from './await-outcome.ts';
import type { PayDeps } from './pay-deps.ts';
import { checkInvoice, checkOwnInvoice, hasExpired, newOrder } from './pay-invoice.ts';
import { internalPaymentEvent, settledPayment } from './start-internal-payment.ts';
import type { Started } from './start-payment.ts';

export interface PayAtOnceDeps extends PayDeps {
  readonly recentInvoices: RecentInvoices;
}

export interface PayAtOnceInput {
  /** The caller as this process remembers them. */
  readonly caller: Caller;
  readonly payerToken: RememberedToken;
  readonly bolt11: string;
}

/**
 * Pays an invoice of this service by one statement, without a look at the token or the invoice
 * before. Both are remembered by this process, and the statement that moves the money proves them.
 * Null if the payment was not made, for whatever cause: then nothing was written, and the call goes
 * the ordinary way, which finds out the cause. Only where this turned out late, after an answer was
 * lost, is the payment said to be pending instead. An invoice is tried in this way only once.
 */
export async function payAtOnce(
  deps: PayAtOnceDeps,
  { caller, payerToken, bolt11 }: PayAtOnceInput,
): Promise<PayAnswer | null> {
  const beganAtMs = deps.clock.monotonicMs();
  const deadlineMs = deadlineOf(deps);
  const context = { caller, idempotency: null };
  const input = { ...context, bolt11, amountMsat: null };
  const checked = checkInvoice(deps, input);
  if (!checked.ok) return null;
  const invoice = deps.recentInvoices.take(checked.value.bolt11);
  if (invoice === null || hasExpired(checked.value.invoice, deps.clock.now())) return null;
  if (!checkOwnInvoice(checked.value, { invoice, receiptsCount: 0 }).ok) return null;

  const order = newOrder(deps, input, checked.value, deps.node.pubkey);
  const payment = settledPayment(deps, { ...order, preimage: invoice.preimage });
  const event = internalPaymentEvent(deps, payment, { kind: 'invoice', invoice });
  try {
    const started = await settle(deps, { ...event, idempotency: null, payerToken }, payment);
    return started && (await awaitOutcome(deps, context, started, deadlineMs));
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    if (deps.clock.monotonicMs() - beganAtMs <= LONGEST_DOUBT_MS) return null;
    return refuse({ kind: 'payment_pending', paymentId: payment.id });
  }
}

/**
 * The time after which a caller whose payment turns out not to be written is not kept waiting for
 * the ordinary way, which may take as long as a call may again: they are told to repeat the call.
 */
const LONGEST_DOUBT_MS = 10_000;

async function settle(
  deps: PayDeps,
  event: InternalPaymentEvent,
  payment: SettledPayment,
): Promise<Started | null> {
  const { id: paymentId } = payment;
  try {
    const { kind } = await deps.money.settleInternal(event);
    return kind === 'settled' || kind === 'present' ? { kind: 'begun', paymentId, payment } : null;
  } catch (error) {
    // Nothing was written. An older database may know neither payer nor payee.
    if (error instanceof MoneyEventRejected) return null;
    if (!(error instanceof MoneyOutcomeUnknown)) throw error;
    const again = async () => {
      const started = await settle(deps, event, payment);
      if (started === null) throw new NotWritten();
      return accept(started);
    };
    return { kind: 'outcome_unknown', paymentId, again };
  }
}

/** It turned out later that an attempt without an answer had not written the payment. */
class NotWritten extends Error {}
