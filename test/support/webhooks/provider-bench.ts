import assert from 'node:assert/strict';
import { createJobStore } from '../../../src/adapters/postgres/operations/job-store.ts';
import { createToldEndpointStore } from '../../../src/adapters/postgres/webhooks/told-endpoint-store.ts';
import { openSvixPublisher } from '../../../src/adapters/svix/publisher.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { providerJobs } from '../../../src/compose/job-kinds.ts';
import type { Alarm } from '../../../src/operations/alarm-store.ts';
import { deliverWebhook } from '../../../src/usecases/webhooks/deliver-webhook.ts';
import { createPublishingChannel } from '../../../src/usecases/webhooks/publish-webhook.ts';
import { unsealSigningSecret } from '../../../src/usecases/webhooks/signing-secrets.ts';
import type { DeliveryChannel } from '../../../src/webhook/delivery-channel.ts';
import type { ToldEndpointStore } from '../../../src/webhook/told-endpoint-store.ts';
import type { Cleanup } from '../database.ts';
import type { FakeSvix } from '../fake-svix.ts';
import { createListeningLog } from '../listening-log.ts';
import { TOKEN } from '../svix-world.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';

/** Deliveries through a Svix server, step by step: whoever waits has the jobs done meanwhile. */
export interface ProviderBench extends DeliveryBench {
  readonly alarms: readonly Alarm[];
  /** Ports that a test may break. */
  readonly told: { -readonly [name in keyof ToldEndpointStore]: ToldEndpointStore[name] };
  /** Begins a slot and does what is due; answers the errors. */
  doJobs(): Promise<readonly string[]>;
  /** One attempt of all that is due, through the provider or another way. */
  deliver(channel?: DeliveryChannel): Promise<void>;
  /** Rows wait for their pauses: ends the waiting. */
  hurry(): Promise<void>;
  secretsOf(endpointId: string): Promise<readonly string[]>;
}

export async function openProviderBench(cleanup: Cleanup, svix: FakeSvix): Promise<ProviderBench> {
  const bench = await openDeliveryBench(cleanup);
  const { opened, store, webhookKey } = bench;
  const { sql } = opened.database;
  const jobs = createJobStore(opened.database);
  const publisher = openSvixPublisher({ url: svix.url, token: TOKEN, patienceMs: 2000 });
  cleanup.after(() => publisher.close());
  const told = { ...createToldEndpointStore(opened.database) };
  const toldEndpoints: ToldEndpointStore = {
    isTold: (id) => told.isTold(id),
    askToTell: (id) => told.askToTell(id),
    find: (id) => told.find(id),
    noteBegun: (id) => told.noteBegun(id),
    noteTold: (id, version) => told.noteTold(id, version),
    noteForgotten: (id) => told.noteForgotten(id),
  };
  const kinds = providerJobs({ publisher, toldEndpoints, webhookKey });
  const alarms: Alarm[] = [];

  const doJobs = async (): Promise<readonly string[]> => {
    const errors: string[] = [];
    await toldEndpoints.askToTell(null);
    for (const job of await jobs.takeJobs([...kinds.keys()], 100, 60_000)) {
      try {
        await kinds.get(job.kind)?.work(job.payload, new AbortController().signal);
        await jobs.finishJob(job);
      } catch (error) {
        assert(error instanceof Error);
        errors.push(error.message);
        await jobs.retryJob(job, 0, error.message);
      }
    }
    return errors;
  };
  let sleptMs = 0;
  const clock: Clock = {
    now: systemClock.now,
    monotonicMs: () => sleptMs,
    sleep: async (ms) => {
      sleptMs += ms;
      await doJobs();
    },
  };
  const provider = createPublishingChannel({
    clock,
    random: systemRandom,
    log: createListeningLog(),
    publisher,
    toldEndpoints,
    alarms: { raiseAlarm: async (alarm) => void alarms.push(alarm) },
  });
  return {
    ...bench,
    alarms,
    told,
    doJobs,
    deliver: async (channel = provider) => {
      const due = await store.listDueEndpoints('', 1000);
      const shares = due.map(({ endpointId }) => ({ endpointId, count: 10 }));
      const deps = { channel, random: systemRandom };
      for (const claim of await store.claim(shares, 60_000)) {
        const attempt = await deliverWebhook(deps, claim, new AbortController().signal);
        assert(attempt !== null);
        await store.record([attempt]);
      }
    },
    hurry: () => bench.age(24),
    secretsOf: async (endpointId) => {
      const rows = await sql<{ sealed: Uint8Array }[]>`
        select sealed from webhook_secret where endpoint_id = ${endpointId} order by number`;
      return rows.map(({ sealed }) => {
        const secret = unsealSigningSecret(webhookKey, endpointId, sealed);
        assert(secret !== null);
        return secret;
      });
    },
  };
}
