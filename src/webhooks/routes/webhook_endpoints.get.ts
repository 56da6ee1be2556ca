import { Type } from 'typebox';
import { answerJson, protectedRoute } from '../../web/route.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentEndpoint } from './present-endpoint.ts';
import { endpointSchema } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'GET',
  path: '/webhook_endpoints',
  access: 'invoices:read',
  isList: true,
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description:
    'Lists the webhook endpoints that this app or personal access token has created, oldest first.',
  success: 'The endpoints, oldest first.',
  tag: 'Webhooks',
  response: Type.Array(endpointSchema),
  handle: async ({ endpoints }: WebhookDeps, { caller }) =>
    answerJson((await endpoints.list(caller)).map(presentEndpoint)),
});
