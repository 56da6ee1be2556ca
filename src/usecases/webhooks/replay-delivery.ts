import type { TooManyRefusal } from '../../account/account-refusals.ts';
import { MAX_DELIVERY_ATTEMPTS, WEBHOOK_REPLAYS } from '../../base/limits.ts';
import { type Result, refuse } from '../../base/result.ts';
import type { DeliveryDetail, DeliveryKey } from '../../webhook/delivery-log-store.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { DeliveryRefusal } from '../../webhook/webhook-refusals.ts';
import { findDelivery } from './find-delivery.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';

/** Sends the same message once more, with the same id. */
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
