import { answerJson, protectedRoute } from '../../web/route.ts';
import { findEndpoint } from '../find-endpoint.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentEndpoint } from './present-endpoint.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import { endpointParams, endpointSchema, NO_ENDPOINT } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'findWebhookEndpoint',
  summary: 'Get webhook endpoint',
  description: 'Returns a webhook endpoint without its secret.',
  success: 'The endpoint.',
  tag: 'Webhooks',
  params: endpointParams,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params }) => {
    const found = await findEndpoint(deps, caller, params.id);
    if (!found.ok) return answerWebhookRefusal(found.refusal);
    return answerJson(presentEndpoint(found.value));
  },
});
