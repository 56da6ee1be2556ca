import { createEndpoint } from '../../usecases/webhooks/create-endpoint.ts';
import { presentNewSecret } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointWithSecretSchema, newEndpointSchema } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints',
  access: 'invoices:read',
  operationId: 'createWebhookEndpoint',
  summary: 'Be told of what settles from now on',
  tag: 'Webhooks',
  body: newEndpointSchema,
  response: endpointWithSecretSchema,
  listsComplaints: true,
  handle: async (deps, { caller, body }) => {
    const created = await createEndpoint(deps, caller, {
      url: body.url,
      description: body.description ?? '',
      filterTypes: body.filter_types,
    });
    if (!created.ok) return answerWebhookRefusal(created.refusal);
    return answerJson(presentNewSecret(created.value));
  },
});
