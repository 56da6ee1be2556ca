import { answerJson, protectedRoute } from '../../web/route.ts';
import { findDelivery } from '../deliveries.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentDeliveryDetail } from './present-delivery.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import { deliveryDetailSchema, deliveryParams, NO_DELIVERY } from './webhook-schemas.ts';

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
  handle: async (deps: WebhookDeps, { caller, params }) => {
    const key = { endpointId: params.id, messageId: params.delivery };
    const found = await findDelivery(deps, caller, key);
    if (!found.ok) return answerWebhookRefusal(found.refusal);
    return answerJson(presentDeliveryDetail(found.value));
  },
});
