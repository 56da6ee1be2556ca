import { answerJson, protectedRoute } from '../../web/route.ts';
import { listDeliveries } from '../deliveries.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { readDeliveryQuery } from './delivery-query.ts';
import { presentDelivery } from './present-delivery.ts';
import { answerComplaints, answerWebhookRefusal } from './webhook-errors.ts';
import {
  deliveriesSchema,
  deliveryQuerySchema,
  endpointParams,
  NO_ENDPOINT,
} from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id/deliveries',
  access: 'invoices:read',
  isList: true,
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
  handle: async (deps: WebhookDeps, { caller, params, query }) => {
    const read = readDeliveryQuery(params.id, query);
    if (!read.ok) return answerComplaints([read.refusal]);
    const deliveries = await listDeliveries(deps, caller, read.value);
    if (!deliveries.ok) return answerWebhookRefusal(deliveries.refusal);
    return answerJson(deliveries.value.map(presentDelivery));
  },
});
