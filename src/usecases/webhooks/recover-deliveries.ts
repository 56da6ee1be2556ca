import type { TooManyRefusal } from '../../account/account-refusals.ts';
import { MAX_RECOVERED_DELIVERIES, WEBHOOK_RECOVERIES } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { DeliveryRefusal } from '../../webhook/webhook-refusals.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';

/** Sends what was not delivered since then, the oldest first; answers how many that are. */
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
