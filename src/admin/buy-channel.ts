/**
 * Lets operators order channels from a provider and pay for them. The log of operators' actions
 * records each order and payment.
 */

import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
  runAuditedOnce,
} from '../alarms/audited-action.ts';
import type { Result } from '../base/result.ts';
import type { ChannelOrder } from '../channel-orders/channel-order.ts';
import type { NewOrder } from '../channel-orders/channel-order-store.ts';
import {
  type PayOrderDeps,
  type PayOutcome,
  type PayWish,
  payOrder,
} from '../channel-orders/pay-order.ts';
import {
  type PlaceOrderDeps,
  type PlaceRefusal,
  placeOrder,
  type WantedChannel,
} from '../channel-orders/place-order.ts';

/**
 * Orders a channel once, even if the form for it is sent twice: the id of the form becomes the id
 * of the entry in the log of operators' actions, which can exist only once. Returns null for a
 * repeat.
 */
export async function orderChannelOnce(
  deps: AuditedActionDeps & PlaceOrderDeps & { readonly shutdown: AbortSignal },
  operator: Operator,
  wanted: WantedChannel,
  formId: string,
): Promise<Result<NewOrder, PlaceRefusal> | null> {
  const action = newAction(deps, operator, {
    kind: 'channel_order',
    subject: wanted.providerUrl,
    detail: { amountSat: String(wanted.sizeSat) },
  });
  const work = () => placeOrder(deps, wanted, deps.shutdown);
  return await runAuditedOnce(deps, { ...action, id: formId }, work, (placed) =>
    placed.ok
      ? { result: 'done', outcome: {} }
      : { result: 'refused', outcome: { why: placed.refusal.kind } },
  );
}

export async function payChannelOrder(
  deps: AuditedActionDeps & PayOrderDeps & { readonly shutdown: AbortSignal },
  operator: Operator,
  order: ChannelOrder,
  wish: PayWish,
): Promise<PayOutcome> {
  const amountSat = order.offer[wish.way]?.totalSat ?? 0n;
  const action = newAction(deps, operator, {
    kind: 'channel_order_pay',
    subject: order.providerUrl,
    detail: { amountSat: String(amountSat) },
  });
  const work = () => payOrder(deps, wish, deps.shutdown);
  return await runAudited(deps, action, work, (outcome) =>
    outcome.kind === 'begun'
      ? { result: 'done', outcome: {} }
      : { result: 'refused', outcome: { why: outcome.why.kind } },
  );
}
