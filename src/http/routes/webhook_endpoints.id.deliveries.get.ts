import { listDeliveries } from '../../usecases/webhooks/deliveries.ts';
import { presentDelivery } from '../present/present-delivery.ts';
import { answerJson, protectedRoute } from '../route.ts';
import {
  deliveriesSchema,
  deliveryQuerySchema,
  endpointParams,
  NO_ENDPOINT,
} from '../schemas/webhook-schemas.ts';
import { readDeliveryQuery } from '../wire/delivery-query.ts';
import { answerComplaints, answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id/deliveries',
  access: 'invoices:read',
  operationId: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  description: 'Lists the deliveries to a webhook endpoint, newest first.',
  success: 'The deliveries, newest first.',
  tag: 'Webhooks',
  params: endpointParams,
  query: deliveryQuerySchema,
  response: deliveriesSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps, { caller, params, query }) => {
    const read = readDeliveryQuery(params.id, query);
    if (!read.ok) return answerComplaints([read.refusal]);
    const deliveries = await listDeliveries(deps, caller, read.value);
    if (!deliveries.ok) return answerWebhookRefusal(deliveries.refusal);
    return answerJson(deliveries.value.map(presentDelivery));
  },
});
