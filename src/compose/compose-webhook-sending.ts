import { deriveKey } from '../access/derived-key.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import { createNoticeStore } from '../adapters/postgres/webhooks/notice-store.ts';
import { createWebhookSweepStore } from '../adapters/postgres/webhooks/sweep-store.ts';
import { createToldEndpointStore } from '../adapters/postgres/webhooks/told-endpoint-store.ts';
import { openSvixPublisher } from '../adapters/svix/publisher.ts';
import { openWebhookSender } from '../adapters/webhook-sender/sender.ts';
import { MAX_KNOWN_RECEIVERS } from '../base/limits.ts';
import type { WakeUp } from '../base/wake-up.ts';
import type { AlarmStore } from '../operations/alarm-store.ts';
import { createPublishingChannel } from '../usecases/webhooks/publish-webhook.ts';
import { createSendingChannel } from '../usecases/webhooks/send-webhook.ts';
import { addressRules } from '../webhook/address-rules.ts';
import type { DeliveryChannel } from '../webhook/delivery-channel.ts';
import { createOutageWatch } from '../webhook/own-outage.ts';
import type { JobKind } from '../workers/run-jobs.ts';
import type { AppContext } from './app-context.ts';
import { authUrlOf, composeMailer } from './compose-accounts.ts';
import { providerJobs, webhookJobs } from './job-kinds.ts';

export interface WebhookSendingOptions {
  readonly context: AppContext;
  readonly database: Database;
  readonly secretKey: Uint8Array;
  readonly alarms: AlarmStore;
  readonly jobWakeUp: WakeUp;
}

export interface WebhookSending {
  readonly channel: DeliveryChannel;
  readonly jobs: ReadonlyMap<string, JobKind>;
  /** Call it after the last delivery and the last job. */
  close(): Promise<void>;
}

/** Directly to the endpoints, or through the provider that the operator has configured. */
export async function composeWebhookSending(
  options: WebhookSendingOptions,
): Promise<WebhookSending> {
  const { context, database, secretKey, alarms, jobWakeUp } = options;
  const { config, clock, random, log } = context;
  const webhookKey = deriveKey(secretKey, 'webhook secret');
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
  if (config.svix === null) {
    const sender = openWebhookSender({ addresses: addressRules(config.webhookAllow), clock });
    const outage = createOutageWatch(await deliveries.listAnsweredUrls(MAX_KNOWN_RECEIVERS));
    const channel = createSendingChannel({ clock, sender, webhookKey, outage });
    return { channel, jobs, close: () => sender.close() };
  }
  const publisher = openSvixPublisher(config.svix);
  const store = createToldEndpointStore(database);
  const askToTell = async (endpointId: string | null): Promise<void> => {
    await store.askToTell(endpointId);
    jobWakeUp.poke();
  };
  const toldEndpoints = { ...store, askToTell };
  return {
    channel: createPublishingChannel({ clock, random, log, alarms, publisher, toldEndpoints }),
    jobs: new Map([...jobs, ...providerJobs({ publisher, toldEndpoints, webhookKey })]),
    close: () => publisher.close(),
  };
}
