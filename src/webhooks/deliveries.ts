import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryDetail, DeliveryKey, DeliveryQuery } from './delivery-log-store.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import {
  MAX_DELIVERY_ATTEMPTS,
  MAX_RECOVERED_DELIVERIES,
  WEBHOOK_RECOVERIES,
  WEBHOOK_REPLAYS,
} from './limits.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { DeliveryRefusal, EndpointAbsentRefusal } from './webhook-refusals.ts';

/** Finds a delivery with its body and the outcome of each attempt. */
export async function findDelivery(
  { deliveryLog }: Pick<WebhookDeps, 'deliveryLog'>,
  owner: EndpointOwner,
  key: DeliveryKey,
): Promise<Result<DeliveryDetail, DeliveryRefusal>> {
  const found = await deliveryLog.find(owner, key);
  return found === null ? refuse({ kind: 'delivery_absent' }) : accept(found);
}

/** Lists deliveries to an endpoint, newest first. */
export async function listDeliveries(
  { deliveryLog }: Pick<WebhookDeps, 'deliveryLog'>,
  owner: EndpointOwner,
  query: DeliveryQuery,
): Promise<Result<readonly Delivery[], EndpointAbsentRefusal>> {
  const deliveries = await deliveryLog.list(owner, query);
  return deliveries === null ? refuse({ kind: 'endpoint_absent' }) : accept(deliveries);
}

/** Sends the message of a delivery once more, under the same id. */
export async function replayDelivery(
  deps: WebhookDeps,
  owner: EndpointOwner,
  key: DeliveryKey,
): Promise<Result<DeliveryDetail, DeliveryRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'replay', owner.userId, WEBHOOK_REPLAYS);
  if (!allowed.ok) return allowed;
  const outcome = await deps.deliveryLog.replay(owner, key);
  if (outcome === 'absent') return refuse({ kind: 'delivery_absent' });
  if (outcome === 'disabled') return refuse({ kind: 'endpoint_disabled' });
  if (outcome === 'too_often')
    return refuse({ kind: 'sent_too_often', max: MAX_DELIVERY_ATTEMPTS });
  return await findDelivery(deps, owner, key);
}

/**
 * Sends all messages that were not delivered since a time, oldest first; returns how many there
 * are.
 */
export async function recoverDeliveries(
  deps: WebhookDeps,
  owner: EndpointOwner,
  endpointId: string,
  since: Date,
): Promise<Result<number, DeliveryRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'recover', owner.userId, WEBHOOK_RECOVERIES);
  if (!allowed.ok) return allowed;
  const window = { endpointId, since, limit: MAX_RECOVERED_DELIVERIES };
  const outcome = await deps.deliveryLog.recover(owner, window);
  if (outcome === 'absent') return refuse({ kind: 'endpoint_absent' });
  if (outcome === 'disabled') return refuse({ kind: 'endpoint_disabled' });
  return accept(outcome);
}
