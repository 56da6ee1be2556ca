import { MAX_WEBHOOK_ENDPOINTS } from '../../base/limits.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { createEndpoint } from '../create-endpoint.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentNewSecret } from './present-endpoint.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import { endpointWithSecretSchema, newEndpointSchema } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints',
  access: 'invoices:read',
  operationId: 'createWebhookEndpoint',
  summary: 'Create webhook endpoint',
  description:
    'Registers a URL that receives a POST request for every invoice or payment that settles from ' +
    `now on. A user can have up to ${MAX_WEBHOOK_ENDPOINTS} endpoints.\n\n` +
    'The response holds the `endpoint_secret`, which is shown only once. Store it to verify the ' +
    'signatures of deliveries.',
  success: 'The endpoint and its secret.',
  tag: 'Webhooks',
  body: newEndpointSchema,
  response: endpointWithSecretSchema,
  listsComplaints: true,
  handle: async (deps: WebhookDeps, { caller, body }) => {
    const created = await createEndpoint(deps, caller, {
      url: body.url,
      description: body.description ?? '',
      filterTypes: body.filter_types,
    });
    if (!created.ok) return answerWebhookRefusal(created.refusal);
    return answerJson(presentNewSecret(created.value));
  },
});
