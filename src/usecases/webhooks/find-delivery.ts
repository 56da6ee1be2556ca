import { accept, type Result, refuse } from '../../base/result.ts';
import type { DeliveryDetail, DeliveryKey } from '../../webhook/delivery-log-store.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { DeliveryRefusal } from '../../webhook/webhook-refusals.ts';
import type { WebhookDeps } from './webhook-deps.ts';

/** With its body and what came of each attempt. */
export async function findDelivery(
  { deliveryLog }: Pick<WebhookDeps, 'deliveryLog'>,
  owner: EndpointOwner,
  key: DeliveryKey,
): Promise<Result<DeliveryDetail, DeliveryRefusal>> {
  const found = await deliveryLog.find(owner, key);
  return found === null ? refuse({ kind: 'delivery_absent' }) : accept(found);
}
