import { assert } from '../base/assert.ts';
import type { DeliveryStore } from './delivery-store.ts';

export interface EndLeftDeliveriesDeps {
  readonly deliveries: Pick<DeliveryStore, 'endLeft'>;
}

/**
 * The most deliveries that one transaction ends. Their rows stay locked until it ends, for some
 * tenths of a second.
 */
const MAX_AT_ONCE = 5000;

/**
 * Ends the waiting deliveries of an endpoint that was disabled or deleted, where they were too many
 * to end in the transaction that did so.
 */
export async function endLeftDeliveries(
  { deliveries }: EndLeftDeliveriesDeps,
  order: unknown,
  signal: AbortSignal,
): Promise<void> {
  const endpointId = readEndpointId(order);
  while (await deliveries.endLeft(endpointId, MAX_AT_ONCE)) {
    // The error makes the job run again later to end the remaining deliveries. They are not sent in
    // the meantime, as their endpoint is disabled or deleted.
    if (signal.aborted) throw new Error('stopped before all was ended');
  }
}

function readEndpointId(order: unknown): string {
  assert(typeof order === 'object' && order !== null && 'endpoint_id' in order, 'an endpoint');
  assert(typeof order.endpoint_id === 'string', 'the id of an endpoint');
  return order.endpoint_id;
}
