import { assert } from '../base/assert.ts';
import { type CarryOutDeps, carryOutOrder } from './carry-out-order.ts';

/** The job of one order of the operator. */
export async function payOrder(
  deps: CarryOutDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const isOrder = typeof payload === 'object' && payload !== null && 'orderId' in payload;
  assert(isOrder && typeof payload.orderId === 'string', 'the payload names an order');
  await carryOutOrder(deps, payload.orderId, signal);
}
