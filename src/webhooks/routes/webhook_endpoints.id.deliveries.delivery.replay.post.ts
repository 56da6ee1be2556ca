import { answerJson, protectedRoute } from '../../web/route.ts';
import { replayDelivery } from '../deliveries.ts';
import { MAX_DELIVERY_ATTEMPTS } from '../limits.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentDeliveryDetail } from './present-delivery.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import { deliveryDetailSchema, deliveryParams, NO_DELIVERY } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/deliveries/:delivery/replay',
  access: 'invoices:read',
  operationId: 'replayWebhookDelivery',
  summary: 'Replay webhook delivery',
  description:
    'Sends the message again, immediately and with the same id. If that fails, the retry ' +
    `schedule starts over. A message is sent up to ${MAX_DELIVERY_ATTEMPTS} times in total.`,
  success: 'The delivery, which is pending again.',
  tag: 'Webhooks',
  params: deliveryParams,
  response: deliveryDetailSchema,
  listsComplaints: true,
  errors: { 404: NO_DELIVERY },
  handle: async (deps: WebhookDeps, { caller, params }) => {
    const key = { endpointId: params.id, messageId: params.delivery };
    const replayed = await replayDelivery(deps, caller, key);
    if (!replayed.ok) return answerWebhookRefusal(replayed.refusal);
    return answerJson(presentDeliveryDetail(replayed.value));
  },
});
