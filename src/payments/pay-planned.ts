import { type Sat, satToMsat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { SettledPayment } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import {
  type OrderWithdrawalDeps,
  orderWithdrawal,
  type WithdrawalContext,
  type WithdrawalRequest,
} from '../onchain/order-withdrawal.ts';
import type { Withdrawal } from '../onchain/withdrawal.ts';
import { type AskApprovalDeps, type AskContext, askApproval, joinAsked } from './ask-approval.ts';
import { deadlineOf } from './await-outcome.ts';
import { capReserve } from './fee-reserve.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { payInvoice } from './pay-invoice.ts';
import { drawIds } from './planned-ids.ts';
import type { PlannedLightning, PlannedPayment, PlannedWithdrawal } from './planned-payment.ts';
import { sendKeysend } from './send-keysend.ts';
import { answerRepeat } from './wait-for-payment.ts';

export interface PayPlannedDeps extends PayDeps, Omit<OrderWithdrawalDeps, keyof PayDeps> {}

export type WithdrawDeps = OrderWithdrawalDeps & AskApprovalDeps & Pick<PayDeps, 'config'>;

export type PlannedAnswer = Result<SettledPayment | Withdrawal, PayRefusal>;

/**
 * Starts a planned payment and waits for its end. A second start, at the same time or after a
 * crash, joins the same payment or returns its outcome. An on-chain withdrawal is not waited for,
 * because blocks take too long; its answer is that it is pending.
 */
export async function payPlanned(
  deps: PayPlannedDeps,
  context: PayContext,
  { order, ...planned }: PlannedPayment,
): Promise<PlannedAnswer> {
  return order.kind === 'onchain'
    ? await withdraw(deps, context, { ...planned, order })
    : await payLightning(deps, context, { ...planned, order });
}

type Planned<Order> = Omit<PlannedPayment, 'order'> & { readonly order: Order };

/**
 * Orders a withdrawal. Where the owner of the wallet has to approve it first, this waits for their
 * decision, up to the time that callers may wait.
 */
export async function withdrawOrAsk(
  deps: WithdrawDeps,
  context: WithdrawalContext,
  request: WithdrawalRequest,
): Promise<Result<Withdrawal, PayRefusal>> {
  const deadlineMs = deadlineOf(deps);
  const ordered = await orderWithdrawal(deps, context, request);
  if (ordered.ok || ordered.refusal.kind === 'payment_pending') return ordered;
  const { refusal } = ordered;
  const approved =
    refusal.kind === 'approval_needed'
      ? await askForWithdrawal(deps, context, request, refusal.maxFeeSat, deadlineMs)
      : await joinAsked(deps, context, { paymentHash: null, refusal }, deadlineMs);
  if (!approved.ok) return approved;
  const ids = { ...request.ids, id: approved.value };
  return await orderWithdrawal(deps, context, { ...request, ids });
}

async function askForWithdrawal(
  deps: WithdrawDeps,
  context: AskContext,
  { ids, address, amountSat, speed, purpose }: WithdrawalRequest,
  maxFeeSat: Sat,
  deadlineMs: number,
): Promise<Result<string, PayRefusal>> {
  const said = purpose === undefined ? {} : { purpose };
  const order = { kind: 'onchain' as const, address, amountSat, speed, ...said };
  const { preimage } = drawIds(deps);
  const planned = {
    ids: { paymentId: ids.id, identifier: ids.identifier, preimage },
    ...{ order, maxFeeSat },
  };
  const amountMsat = satToMsat(amountSat);
  const asked = { planned, paymentHash: null, amountMsat, maxFeeSat, expiresAt: null };
  return await askApproval(deps, context, asked, deadlineMs);
}

async function withdraw(
  deps: WithdrawDeps,
  context: PayContext,
  { ids, order, maxFeeSat }: Planned<PlannedWithdrawal>,
): Promise<PlannedAnswer> {
  const { paymentId: id, identifier } = ids;
  const request = { ...order, ids: { id, identifier }, maxFeeSat };
  const ordered = await withdrawOrAsk(deps, context, request);
  if (!ordered.ok) return ordered;
  const { state, failure } = ordered.value;
  if (state === 'settled') return accept(ordered.value);
  return refuse(
    failure === null
      ? { kind: 'payment_pending', paymentId: ordered.value.id }
      : { kind: 'payment_failed', ...failure },
  );
}

async function payLightning(
  deps: PayDeps,
  context: PayContext,
  { ids, order, maxFeeSat }: Planned<PlannedLightning>,
): Promise<PlannedAnswer> {
  // An earlier payment of an order is looked up here only if the order has no idempotency key. If
  // it has one, the statement that begins every payment finds the earlier payment.
  if (context.idempotency === null) {
    const begun = await deps.payments.findPayment(ids.paymentId);
    if (begun !== null) return await answerRepeat(deps, begun.id, deadlineOf(deps));
  }
  const config = maxFeeSat === null ? deps.config : capReserve(deps.config, maxFeeSat);
  const capped = { ...deps, config };
  switch (order.kind) {
    case 'bolt11':
      return await payInvoice(capped, { ...context, ...order, ids });
    case 'keysend':
      return await sendKeysend(capped, { ...context, order: { ...order, recordsText: null }, ids });
  }
}
