import { removeEndpoint } from '../../usecases/webhooks/remove-endpoint.ts';
import { presentEndpoint } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointParams, endpointSchema } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'DELETE',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'deleteWebhookEndpoint',
  summary: 'Be told nothing more there',
  description: 'What waits for the endpoint is not sent. Answers the endpoint as it was.',
  tag: 'Webhooks',
  params: endpointParams,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params }) => {
    const removed = await removeEndpoint(deps, caller, params.id);
    if (!removed.ok) return answerWebhookRefusal(removed.refusal);
    return answerJson(presentEndpoint(removed.value));
  },
});
