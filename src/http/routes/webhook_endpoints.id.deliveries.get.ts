import { listDeliveries } from '../../usecases/webhooks/deliveries.ts';
import { presentDelivery } from '../present/present-delivery.ts';
import { answerJson, protectedRoute } from '../route.ts';
import {
  deliveriesSchema,
  deliveryQuerySchema,
  endpointParams,
} from '../schemas/webhook-schemas.ts';
import { readDeliveryQuery } from '../wire/delivery-query.ts';
import { answerComplaints, answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id/deliveries',
  access: 'invoices:read',
  operationId: 'listWebhookDeliveries',
  summary: 'What was sent to a webhook endpoint, and what came of it',
  tag: 'Webhooks',
  params: endpointParams,
  query: deliveryQuerySchema,
  response: deliveriesSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params, query }) => {
    const read = readDeliveryQuery(params.id, query);
    if (!read.ok) return answerComplaints([read.refusal]);
    const deliveries = await listDeliveries(deps, caller, read.value);
    if (!deliveries.ok) return answerWebhookRefusal(deliveries.refusal);
    return answerJson(deliveries.value.map(presentDelivery));
  },
});
