import { findEndpoint } from '../../usecases/webhooks/find-endpoint.ts';
import { presentEndpoint } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointParams, endpointSchema } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'findWebhookEndpoint',
  summary: 'One webhook endpoint of yours, without its secret',
  tag: 'Webhooks',
  params: endpointParams,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params }) => {
    const found = await findEndpoint(deps, caller, params.id);
    if (!found.ok) return answerWebhookRefusal(found.refusal);
    return answerJson(presentEndpoint(found.value));
  },
});
