import { Type } from 'typebox';
import { presentEndpoint } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointSchema } from '../schemas/webhook-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints',
  access: 'invoices:read',
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description:
    'Lists the webhook endpoints that this app or personal access token has created, oldest first.',
  success: 'The endpoints, oldest first.',
  tag: 'Webhooks',
  response: Type.Array(endpointSchema),
  handle: async ({ endpoints }, { caller }) =>
    answerJson((await endpoints.list(caller)).map(presentEndpoint)),
});
