import { findDelivery } from '../../usecases/webhooks/deliveries.ts';
import { presentDeliveryDetail } from '../present/present-delivery.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { deliveryDetailSchema, deliveryParams, NO_DELIVERY } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id/deliveries/:delivery',
  access: 'invoices:read',
  operationId: 'findWebhookDelivery',
  summary: 'Get webhook delivery',
  description: 'Returns a delivery with its body and its attempts.',
  success: 'The delivery.',
  tag: 'Webhooks',
  params: deliveryParams,
  response: deliveryDetailSchema,
  listsComplaints: true,
  errors: { 404: NO_DELIVERY },
  handle: async (deps, { caller, params }) => {
    const key = { endpointId: params.id, messageId: params.delivery };
    const found = await findDelivery(deps, caller, key);
    if (!found.ok) return answerWebhookRefusal(found.refusal);
    return answerJson(presentDeliveryDetail(found.value));
  },
});
