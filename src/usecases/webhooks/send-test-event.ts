import type { TooManyRefusal } from '../../account/account-refusals.ts';
import { newUuid } from '../../base/id.ts';
import { WEBHOOK_TESTS } from '../../base/limits.ts';
import { type Result, refuse } from '../../base/result.ts';
import { renderTestRecord } from '../../wallet/test-record.ts';
import { type EventType, messageIdOf } from '../../webhook/delivery.ts';
import type { DeliveryDetail } from '../../webhook/delivery-log-store.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { DeliveryRefusal } from '../../webhook/webhook-refusals.ts';
import { findDelivery } from './deliveries.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';

/**
 * A message like any other, of a movement that never happened. With type null, the type is the
 * first one that the endpoint receives.
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
  const direction = eventType === 'invoice.incoming.settled' ? 'incoming' : 'outgoing';
  const messageId = messageIdOf(newUuid(deps.clock, deps.random));
  const body = renderTestRecord(deps, direction, deps.node);
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
