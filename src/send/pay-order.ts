import { assert } from '../base/assert.ts';
import { type ExecutePayOrderDeps, executePayOrder } from './execute-pay-order.ts';

/** The job of one order of the operator. */
export async function payOrder(
  deps: ExecutePayOrderDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const isOrder = typeof payload === 'object' && payload !== null && 'orderId' in payload;
  assert(isOrder && typeof payload.orderId === 'string', 'the payload names an order');
  await executePayOrder(deps, payload.orderId, signal);
}
