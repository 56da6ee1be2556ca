import { type Sat, sat, satToMsat } from '../base/amount.ts';
import { type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type AskContext, askApproval, joinAsked } from './ask-approval.ts';
import type { PlannedItem } from './asked-order.ts';
import { sumOf } from './check-keysends-sum.ts';
import { feeReserveSat } from './fee-reserve.ts';
import { checkKeysendOrder, type KeysendOrder } from './keysend-order.ts';
import { MAX_ASKED_TEXTS } from './limits.ts';
import type { PayDeps } from './pay-deps.ts';
import { drawIds } from './planned-ids.ts';

/** The keysends of a call that can be paid: invalid ones are only part of the answer. */
export const payableOf = <Order extends KeysendOrder>(orders: readonly Order[]): readonly Order[] =>
  orders.filter((order) => checkKeysendOrder(order).ok);

/**
 * Asks once for the approval of several keysends, and waits for it. Returns the id of their batch
 * once it exists.
 */
export async function askForKeysends(
  deps: PayDeps,
  context: AskContext,
  orders: readonly KeysendOrder[],
  deadlineMs: number,
): Promise<Result<string, PayRefusal>> {
  const items = orders.map((order) => plan(deps, order));
  if (JSON.stringify(items.map(textsOf)).length > MAX_ASKED_TEXTS) {
    const message = 'these keysends need an approval and are too large for one: send fewer at once';
    return refuse({ kind: 'bad_input', message });
  }
  const stopped = refuseStopped(deps, items);
  if (stopped !== null) {
    return await joinAsked(deps, context, { paymentHash: null, refusal: stopped }, deadlineMs);
  }
  const payable = payableOf(items);
  const amountMsat = satToMsat(sumOf(payable));
  const maxFeeSat = sat(payable.reduce((sum, item) => sum + item.maxFeeSat, 0n));
  const planned = { ids: drawIds(deps), order: { kind: 'keysends' as const, items }, maxFeeSat };
  const asked = { planned, paymentHash: null, amountMsat, maxFeeSat, expiresAt: null };
  return await askApproval(deps, context, asked, deadlineMs);
}

/** While payments over the node are stopped, no one is asked for keysends that need it. */
export const refuseStopped = (
  { node, paymentStop }: Pick<PayDeps, 'node' | 'paymentStop'>,
  orders: readonly KeysendOrder[],
): PayRefusal | null =>
  paymentStop.stopReason() !== null && payableOf(orders).some((order) => !isInside(node, order))
    ? { kind: 'outside_payments_stopped' }
    : null;

const plan = ({ node, config }: PayDeps, order: KeysendOrder): PlannedItem => {
  const { destination, amountMsat, memo, recordsText } = order;
  const maxFeeSat: Sat = isInside(node, order) ? sat(0n) : feeReserveSat(amountMsat, config);
  return { destination, amountMsat, memo, recordsText, maxFeeSat };
};

const isInside = ({ pubkey }: PayDeps['node'], { destination }: KeysendOrder): boolean =>
  destination.toLowerCase() === pubkey;

const textsOf = ({ destination, memo, recordsText }: PlannedItem): object => ({
  destination,
  memo,
  recordsText,
});
