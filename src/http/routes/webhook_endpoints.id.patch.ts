import { editEndpoint } from '../../usecases/webhooks/edit-endpoint.ts';
import { presentEndpoint } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointEditSchema, endpointParams, endpointSchema } from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'PATCH',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'editWebhookEndpoint',
  summary: 'Change a webhook endpoint, switch it off or on again',
  description: 'What came to be while it was off is not sent by itself: see `recover`.',
  tag: 'Webhooks',
  params: endpointParams,
  body: endpointEditSchema,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params, body }) => {
    const edited = await editEndpoint(deps, caller, params.id, {
      url: body.url ?? null,
      description: body.description ?? null,
      filterTypes: body.filter_types ?? null,
      isEnabled: body.enabled ?? null,
    });
    if (!edited.ok) return answerWebhookRefusal(edited.refusal);
    return answerJson(presentEndpoint(edited.value));
  },
});
