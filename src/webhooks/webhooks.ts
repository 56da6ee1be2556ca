/**
 * The operations, pages and jobs of webhooks. Deliveries themselves are sent by deliver-
 * webhooks.ts.
 */

import { HOUR_SEC, type Jobs, MINUTE_SEC } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import type { Route } from '../web/route.ts';
import { END_DELIVERIES_JOB } from './delivery-store.ts';
import { type EndExpiredEndpointsDeps, endExpiredEndpoints } from './end-expired-endpoints.ts';
import { type EndLeftDeliveriesDeps, endLeftDeliveries } from './end-left-deliveries.ts';
import { ENDPOINT_NOTICE_JOB } from './notice-store.ts';
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
import {
  type PruneAttemptLogDeps,
  type PruneWebhooksDeps,
  pruneAttemptLog,
  pruneWebhooks,
} from './prune-webhooks.ts';
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
import { type SendEndpointNoticeDeps, sendEndpointNotice } from './send-endpoint-notice.ts';
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

export const webhookJobs = (
  deps: SendEndpointNoticeDeps &
    PruneAttemptLogDeps &
    PruneWebhooksDeps &
    EndExpiredEndpointsDeps &
    EndLeftDeliveriesDeps,
): Jobs => ({
  [ENDPOINT_NOTICE_JOB]: { work: (order) => sendEndpointNotice(deps, order) },
  [END_DELIVERIES_JOB]: { work: (order, signal) => endLeftDeliveries(deps, order, signal) },
  'sweep-attempt-log': { work: (_, signal) => pruneAttemptLog(deps, signal), everySec: HOUR_SEC },
  'end-expired-endpoints': {
    work: (_, signal) => endExpiredEndpoints(deps, signal),
    everySec: MINUTE_SEC,
  },
  'sweep-webhooks': { work: (_, signal) => pruneWebhooks(deps, signal), everySec: HOUR_SEC },
});
