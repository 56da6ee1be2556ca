import { accept, type Result, refuse } from '../../base/result.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import type { DeliveryQuery } from '../../webhook/delivery-log-store.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { EndpointAbsentRefusal } from '../../webhook/webhook-refusals.ts';
import type { WebhookDeps } from './webhook-deps.ts';

/** The newest first. */
export async function listDeliveries(
  { deliveryLog }: Pick<WebhookDeps, 'deliveryLog'>,
  owner: EndpointOwner,
  query: DeliveryQuery,
): Promise<Result<readonly Delivery[], EndpointAbsentRefusal>> {
  const deliveries = await deliveryLog.list(owner, query);
  return deliveries === null ? refuse({ kind: 'endpoint_absent' }) : accept(deliveries);
}
