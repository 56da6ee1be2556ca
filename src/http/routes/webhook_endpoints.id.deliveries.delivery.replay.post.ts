import { replayDelivery } from '../../usecases/webhooks/deliveries.ts';
import { presentDeliveryDetail } from '../present/present-delivery.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { deliveryDetailSchema, deliveryParams } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/deliveries/:delivery/replay',
  access: 'invoices:read',
  operationId: 'replayWebhookDelivery',
  summary: 'Send a message once more',
  description: 'At once, under the same id; when it fails, the whole schedule begins anew.',
  tag: 'Webhooks',
  params: deliveryParams,
  response: deliveryDetailSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such delivery, or it is not yours' },
  handle: async (deps, { caller, params }) => {
    const key = { endpointId: params.id, messageId: params.delivery };
    const replayed = await replayDelivery(deps, caller, key);
    if (!replayed.ok) return answerWebhookRefusal(replayed.refusal);
    return answerJson(presentDeliveryDetail(replayed.value));
  },
});
