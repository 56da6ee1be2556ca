import { deriveKey } from '../access/derived-key.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import { createNoticeStore } from '../adapters/postgres/webhooks/notice-store.ts';
import { createWebhookSweepStore } from '../adapters/postgres/webhooks/sweep-store.ts';
import { openWebhookSender } from '../adapters/webhook-sender/sender.ts';
import { addressRules } from '../base/address-rules.ts';
import { MAX_KNOWN_RECEIVERS } from '../base/limits.ts';
import type { SendWebhookDeps } from '../usecases/webhooks/send-webhook.ts';
import { createSigningKeys } from '../usecases/webhooks/signing-secrets.ts';
import { createOutageWatch } from '../webhook/own-outage.ts';
import type { JobKind } from '../workers/run-jobs.ts';
import type { AppContext } from './app-context.ts';
import { authUrlOf, composeMailer } from './compose-accounts.ts';
import { webhookJobs } from './job-kinds.ts';

export interface WebhookSending {
  readonly sending: SendWebhookDeps;
  readonly jobs: ReadonlyMap<string, JobKind>;
  /** Call it after the last delivery. */
  close(): Promise<void>;
}

export async function composeWebhookSending(
  { config, clock }: AppContext,
  database: Database,
  secretKey: Uint8Array,
): Promise<WebhookSending> {
  const authUrl = () => authUrlOf(config);
  const deliveries = createDeliveryStore(database);
  const jobs = webhookJobs({
    clock,
    authUrl,
    mailer: composeMailer(config, authUrl),
    notices: createNoticeStore(database),
    deliveries,
    webhookSweeps: createWebhookSweepStore(database),
  });
  const outage = createOutageWatch(await deliveries.listAnsweredUrls(MAX_KNOWN_RECEIVERS));
  const signingKeys = createSigningKeys(deriveKey(secretKey, 'webhook secret'));
  const sender = openWebhookSender({ addresses: addressRules(config.webhookAllow), clock });
  return {
    sending: { clock, sender, signingKeys, outage },
    jobs,
    close: () => sender.close(),
  };
}
