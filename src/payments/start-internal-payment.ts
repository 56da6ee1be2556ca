import { sat, ZERO_MSAT } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { accept, type Result } from '../base/result.ts';
import type { Invoice } from '../ledger/invoice.ts';
import { type InternalPaymentEvent, MoneyOutcomeUnknown } from '../ledger/money-store.ts';
import {
  NOT_DISPATCHED,
  type PaymentOrder,
  type SettledPayment,
  toSettledPayment,
} from '../ledger/payment.ts';
import type { Receipt } from '../ledger/receipt.ts';
import { readPayload } from '../ledger/record-payload.ts';
import {
  renderKeysendReceipt,
  renderReceipt,
  renderSettledPayment,
} from '../ledger/settled-record.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { PayDeps } from './pay-deps.ts';
import { type Started, toStarted } from './start-payment.ts';

/** The payee within this service, who owns the invoice, or the account that a keysend names. */
export type InternalPayee =
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | { readonly kind: 'keysend'; readonly userId: string };

/**
 * Pays a wallet of this service, perhaps the payer's own. Both balances change in one transaction
 * of the ledger, and the node is not involved.
 */
export async function startInternalPayment(
  deps: PayDeps,
  order: PaymentOrder,
  payee: InternalPayee,
  idempotency: IdempotencyClaim | null,
): Promise<Result<Started, PayRefusal>> {
  const payment = settledPayment(deps, order);
  const event = { ...internalPaymentEvent(deps, payment, payee), idempotency };
  return await settle(deps, event, payment);
}

async function settle(
  deps: PayDeps,
  event: InternalPaymentEvent,
  payment: SettledPayment,
): Promise<Result<Started, PayRefusal>> {
  const { id: paymentId } = payment;
  try {
    const outcome = await deps.money.settleInternal(event);
    if (outcome.kind === 'settled') return accept({ kind: 'begun', paymentId, payment });
    if (outcome.kind === 'present') {
      // An earlier start under the same ids may have become a payment over the node.
      const isThis = outcome.state === 'settled';
      return accept({ kind: 'begun', paymentId, payment: isThis ? payment : null });
    }
    assert(outcome.kind !== 'stale', 'the token was read before this payment');
    return toStarted(outcome, payment);
  } catch (error) {
    if (!(error instanceof MoneyOutcomeUnknown)) throw error;
    return accept({
      kind: 'outcome_unknown',
      paymentId,
      again: () => settle(deps, event, payment),
    });
  }
}

/** The money event of a payment to a wallet of this service, without its idempotency key. */
export function internalPaymentEvent(
  deps: Pick<PayDeps, 'clock' | 'random' | 'node'>,
  payment: SettledPayment,
  payee: InternalPayee,
): Omit<InternalPaymentEvent, 'idempotency'> {
  const { clock, random, node } = deps;
  const common = {
    order: payment,
    payerRecord: renderSettledPayment(payment),
    hasBoostagram: readPayload(payment.records).boostagram !== null,
  };
  const id = newUuid(clock, random);
  switch (payee.kind) {
    case 'invoice': {
      const { id: invoiceId, userId: payeeUserId, identifier, createdAt } = payee.invoice;
      const receipt = internalReceipt(payment, { id, identifier, createdAt });
      const payeeRecord = renderReceipt(payee.invoice, receipt, node);
      return { ...common, payeeUserId, invoiceId, receipt, payeeRecord };
    }
    case 'keysend': {
      const identifier = newRecordIdentifier(clock, random);
      const receipt = internalReceipt(payment, { id, identifier, createdAt: payment.createdAt });
      const payeeRecord = renderKeysendReceipt(receipt, node);
      return { ...common, payeeUserId: payee.userId, invoiceId: null, receipt, payeeRecord };
    }
  }
}

const internalReceipt = (
  payment: SettledPayment,
  ids: Pick<Receipt, 'id' | 'identifier' | 'createdAt'>,
): Receipt => ({
  ...ids,
  source: 'internal',
  paymentHash: payment.paymentHash,
  preimage: payment.preimage,
  amountMsat: payment.amountMsat,
  records: payment.records,
  settledAt: payment.endedAt,
});

export function settledPayment({ clock }: PayDeps, order: PaymentOrder): SettledPayment {
  assert(order.preimage !== null, 'we know the preimage of what stays within this service');
  return toSettledPayment({
    ...order,
    state: 'settled',
    path: 'internal',
    heldSat: sat(0n),
    feeMsat: ZERO_MSAT,
    failure: null,
    endedAt: clock.now(),
    dispatch: NOT_DISPATCHED,
  });
}
