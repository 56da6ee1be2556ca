import { answerJson, protectedRoute } from '../../web/route.ts';
import { removeEndpoint } from '../remove-endpoint.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentEndpoint } from './present-endpoint.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import { endpointParams, endpointSchema, NO_ENDPOINT } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'DELETE',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete webhook endpoint',
  description: 'Deletes a webhook endpoint and cancels its pending deliveries.',
  success: 'The endpoint as it was before.',
  tag: 'Webhooks',
  params: endpointParams,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params }) => {
    const removed = await removeEndpoint(deps, caller, params.id);
    if (!removed.ok) return answerWebhookRefusal(removed.refusal);
    return answerJson(presentEndpoint(removed.value));
  },
});
