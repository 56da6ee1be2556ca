/**
 * The parts of webhooks: routes, pages, jobs, and the loop that delivers. See send-webhook.ts for a
 * single delivery.
 */

import { countedIf } from '../accounts/accounts.ts';
import type { AttemptStore } from '../authorization/attempt-store.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import { addressRules } from '../base/address-rules.ts';
import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs, Loop } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Notifier } from '../base/notifier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { textsOf } from '../i18n/io/catalogues.ts';
import { watchHoldWebhooksFile } from '../node/io/stop-file.ts';
import type { Page } from '../web/pages/page.ts';
import type { Route } from '../web/route.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { UNOBSERVED } from './delivery-observer.ts';
import { type DeliveryStore, END_DELIVERIES_JOB } from './delivery-store.ts';
import { type EndExpiredEndpointsDeps, endExpiredEndpoints } from './end-expired-endpoints.ts';
import { type EndLeftDeliveriesDeps, endLeftDeliveries } from './end-left-deliveries.ts';
import { MAX_KNOWN_RECEIVERS } from './limits.ts';
import type { WebhookMetrics } from './metrics/webhook-metrics.ts';
import { ENDPOINT_NOTICE_JOB } from './notice-store.ts';
import { notifyAfterRequest } from './notify-after-request.ts';
import { createOutageWatch } from './own-outage.ts';
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
import { openWebhookSender } from './sender/sender.ts';
import { createSigningKeys } from './signing-secrets.ts';
import { createDeliveryLogStore } from './sql/delivery-log-store.ts';
import { createEndpointStatsStore } from './sql/endpoint-stats-store.ts';
import { createEndpointStore } from './sql/endpoint-store.ts';
import { createNoticeStore } from './sql/notice-store.ts';
import { createWebhookPruneStore } from './sql/prune-store.ts';
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

/** Pages about endpoints of users and of their apps, and about what became of each delivery. */
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
  [ENDPOINT_NOTICE_JOB]: {
    ...MAIL_JOB,
    work: (order, signal, jobId) => sendEndpointNotice(deps, order, { signal, jobId }),
  },
  [END_DELIVERIES_JOB]: { work: (order, signal) => endLeftDeliveries(deps, order, signal) },
  'sweep-attempt-log': { work: (_, signal) => pruneAttemptLog(deps, signal), everySec: HOUR_SEC },
  'end-expired-endpoints': {
    work: (_, signal) => endExpiredEndpoints(deps, signal),
    everySec: MINUTE_SEC,
  },
  'sweep-webhooks': { work: (_, signal) => pruneWebhooks(deps, signal), everySec: HOUR_SEC },
});

export interface WebhookEndpointsOptions {
  readonly database: Database;
  readonly attempts: AttemptStore;
  readonly serviceKeys: ServiceKeys;
  readonly config: Config;
  /** Wakes the loop that sends deliveries, if it runs in this process. */
  readonly deliveryNotifier: Notifier;
}

/**
 * Creates what users and apps need to manage webhook endpoints. Another part of the service, the
 * worker, sends the messages.
 */
export function createWebhookPorts(options: WebhookEndpointsOptions) {
  const { database, serviceKeys, config, deliveryNotifier } = options;
  return {
    endpoints: createEndpointStore(database),
    deliveryLog: notifyAfterRequest(createDeliveryLogStore(database), deliveryNotifier),
    endpointStats: createEndpointStatsStore(database),
    attempts: countedIf(config.rateLimit.isOn, options.attempts),
    webhookKey: serviceKeys.sealKey('webhook secret'),
    webhookAddresses: addressRules(config.webhookAllow),
  };
}

export interface WebhookSending {
  readonly jobs: Jobs;
  readonly deliver: Loop;
  /** Metrics of webhooks; null if metrics are off, so that the metrics library is not loaded. */
  readonly metrics: WebhookMetrics | null;
  /** Closes connections to receivers, after the last delivery. */
  close(): Promise<void>;
}

/**
 * Creates what sends webhook messages. `notifier` wakes the loop that delivers when there is
 * something to send.
 */
export async function createWebhookSending(
  context: Context,
  database: Database,
  serviceKeys: ServiceKeys,
  {
    deliveries,
    notifier,
    mailer,
  }: {
    readonly deliveries: DeliveryStore;
    readonly notifier: Notifier;
    readonly mailer: Mailer | null;
  },
): Promise<WebhookSending> {
  const { config, clock } = context;
  const authUrl = () => authUrlOf(config);
  const outage = createOutageWatch(await deliveries.listAnsweredUrls(MAX_KNOWN_RECEIVERS));
  const signingKeys = createSigningKeys(serviceKeys.sealKey('webhook secret'));
  const sender = openWebhookSender({ addresses: addressRules(config.webhookAllow), clock });
  const metrics = config.metricsPort === null ? null : await openMetrics(deliveries);
  const delivery = {
    ...context,
    sender,
    signingKeys,
    outage,
    notifier,
    observer: metrics?.observer ?? UNOBSERVED,
    deliveries,
    isHoldingWebhooks: watchHoldWebhooksFile(config.dataDir),
  };
  return {
    jobs: webhookJobs({
      clock,
      authUrl,
      mailer,
      textsOf,
      notices: createNoticeStore(database),
      deliveries,
      webhookPrunes: createWebhookPruneStore(database),
    }),
    deliver: (signal) => deliverWebhooks(delivery, signal),
    metrics,
    close: () => sender.close(),
  };
}

async function openMetrics(deliveries: DeliveryStore): Promise<WebhookMetrics> {
  const { createWebhookMetrics } = await import('./metrics/webhook-metrics.ts');
  return createWebhookMetrics(deliveries);
}
