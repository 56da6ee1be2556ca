import type { Page } from '../web/pages/page.ts';
import type { Route } from '../web/route.ts';
import { deleteEndpointPages } from './pages/delete-endpoint.ts';
import { deliveryPages } from './pages/delivery.ts';
import { editEndpointPages } from './pages/edit-endpoint.ts';
import { endpointPages } from './pages/endpoint.ts';
import { newEndpointPages } from './pages/new-endpoint.ts';
import { recoverPages } from './pages/recover.ts';
import { rotateSecretPages } from './pages/rotate-secret.ts';
import { sendTestPages } from './pages/send-test.ts';
import { signatureHelpPages } from './pages/signature-help.ts';
import { switchEndpointPages } from './pages/switch-endpoint.ts';
import { webhookListPages } from './pages/webhook-list.ts';
import type { WebhookPageDeps } from './pages/webhook-page-deps.ts';
import { route as listWebhookEndpoints } from './routes/webhook_endpoints.get.ts';
import { route as deleteWebhookEndpoint } from './routes/webhook_endpoints.id.delete.ts';
import { route as findDelivery } from './routes/webhook_endpoints.id.deliveries.delivery.get.ts';
import { route as replay } from './routes/webhook_endpoints.id.deliveries.delivery.replay.post.ts';
import { route as listWebhookDeliveries } from './routes/webhook_endpoints.id.deliveries.get.ts';
import { route as findWebhookEndpoint } from './routes/webhook_endpoints.id.get.ts';
import { route as editWebhookEndpoint } from './routes/webhook_endpoints.id.patch.ts';
import { route as recoverWebhookDeliveries } from './routes/webhook_endpoints.id.recover.post.ts';
import { route as rotateWebhookSecret } from './routes/webhook_endpoints.id.rotate_secret.post.ts';
import { route as testWebhookEndpoint } from './routes/webhook_endpoints.id.test.post.ts';
import { route as createWebhookEndpoint } from './routes/webhook_endpoints.post.ts';
import type { WebhookDeps } from './webhook-deps.ts';

export const WEBHOOK_ROUTES: readonly Route<WebhookDeps>[] = [
  createWebhookEndpoint,
  listWebhookEndpoints,
  findWebhookEndpoint,
  editWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookDeliveries,
  findDelivery,
  replay,
  recoverWebhookDeliveries,
  testWebhookEndpoint,
];

/** The endpoints of users and of their apps, and what became of each delivery. */
export const WEBHOOK_PAGES: readonly Page<WebhookPageDeps>[] = [
  ...webhookListPages,
  ...newEndpointPages,
  ...signatureHelpPages,
  ...endpointPages,
  ...editEndpointPages,
  ...sendTestPages,
  ...recoverPages,
  ...rotateSecretPages,
  ...switchEndpointPages,
  ...deleteEndpointPages,
  ...deliveryPages,
];
