/** Builds what sends webhooks, and the jobs around it. */

import { deriveKey } from '../../access/derived-key.ts';
import { addressRules } from '../../base/address-rules.ts';
import type { Jobs } from '../../base/jobs.ts';
import { MAX_KNOWN_RECEIVERS } from '../../base/limits.ts';
import type { Database } from '../../database/db.ts';
import { createOutageWatch } from '../../webhooks/own-outage.ts';
import type { SendWebhookDeps } from '../../webhooks/send-webhook.ts';
import { openWebhookSender } from '../../webhooks/sender/sender.ts';
import { createSigningKeys } from '../../webhooks/signing-secrets.ts';
import { createDeliveryStore } from '../../webhooks/sql/delivery-store.ts';
import { createNoticeStore } from '../../webhooks/sql/notice-store.ts';
import { createWebhookPruneStore } from '../../webhooks/sql/prune-store.ts';
import { webhookJobs } from '../../webhooks/webhooks.ts';
import type { AppContext } from './app-context.ts';
import { authUrlOf, composeMailer } from './compose-accounts.ts';

export interface WebhookSending {
  readonly sending: SendWebhookDeps;
  readonly jobs: Jobs;
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
    webhookPrunes: createWebhookPruneStore(database),
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
