import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { newUuid } from '../base/id.ts';
import { type Result, refuse } from '../base/result.ts';
import { findDelivery } from './deliveries.ts';
import { type EventType, messageIdOf } from './delivery.ts';
import type { DeliveryDetail } from './delivery-log-store.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { WEBHOOK_TESTS } from './limits.ts';
import { renderSampleEvent } from './sample-event.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { DeliveryRefusal } from './webhook-refusals.ts';

/**
 * Sends a test message, about a payment that never happened, in the same way as a real one. If no
 * type is given, the message has the first type that the endpoint receives.
 */
export async function sendTestEvent(
  deps: WebhookDeps,
  owner: EndpointOwner,
  endpointId: string,
  type: EventType | null,
): Promise<Result<DeliveryDetail, DeliveryRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'test', owner.userId, WEBHOOK_TESTS);
  if (!allowed.ok) return allowed;
  const endpoint = await deps.endpoints.find(owner, endpointId);
  const eventType = type ?? endpoint?.filterTypes[0];
  if (eventType === undefined) return refuse({ kind: 'endpoint_absent' });
  const messageId = messageIdOf(newUuid(deps.clock, deps.random));
  const body = renderSampleEvent(deps, eventType, deps.node);
  const outcome = await deps.deliveryLog.sendTest(owner, {
    endpointId,
    messageId,
    eventType,
    body,
  });
  if (outcome === 'absent') return refuse({ kind: 'endpoint_absent' });
  if (outcome === 'disabled') return refuse({ kind: 'endpoint_disabled' });
  return await findDelivery(deps, owner, { endpointId, messageId });
}
