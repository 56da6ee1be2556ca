import { Type } from 'typebox';
import { presentEndpoint } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointSchema } from '../schemas/webhook-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints',
  access: 'invoices:read',
  operationId: 'listWebhookEndpoints',
  summary: 'Your webhook endpoints',
  description: 'An app sees those that it made.',
  tag: 'Webhooks',
  response: Type.Array(endpointSchema, { description: 'The oldest first' }),
  handle: async ({ endpoints }, { caller }) =>
    answerJson((await endpoints.list(caller)).map(presentEndpoint)),
});
