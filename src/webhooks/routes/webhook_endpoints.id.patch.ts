import { answerJson, protectedRoute } from '../../web/route.ts';
import { editEndpoint } from '../edit-endpoint.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentEndpoint } from './present-endpoint.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import {
  endpointEditSchema,
  endpointParams,
  endpointSchema,
  NO_ENDPOINT,
} from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'PATCH',
  path: '/webhook_endpoints/:id',
  access: 'invoices:read',
  operationId: 'editWebhookEndpoint',
  summary: 'Update webhook endpoint',
  description:
    'Changes the given fields, and disables or enables the endpoint. What it missed while it was ' +
    'disabled is not sent automatically: call `POST /webhook_endpoints/{id}/recover` for that.',
  success: 'The updated endpoint.',
  tag: 'Webhooks',
  params: endpointParams,
  body: endpointEditSchema,
  response: endpointSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params, body }) => {
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
