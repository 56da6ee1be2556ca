import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { addressRules } from '../../../src/base/address-rules.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { createNotifier, type Notifier } from '../../../src/base/notifier.ts';
import { openDatabase } from '../../../src/database/db.ts';
import type { Sql } from '../../../src/database/sql.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { deliverWebhooks } from '../../../src/webhooks/deliver-webhooks.ts';
import type { DeliveryStore } from '../../../src/webhooks/delivery-store.ts';
import { newEndpointId } from '../../../src/webhooks/endpoint.ts';
import { createOutageWatch } from '../../../src/webhooks/own-outage.ts';
import { openWebhookSender } from '../../../src/webhooks/sender/sender.ts';
import { newSigningSecret } from '../../../src/webhooks/signing-secret.ts';
import { createSigningKeys, sealSigningSecret } from '../../../src/webhooks/signing-secrets.ts';
import { createDeliveryStore } from '../../../src/webhooks/sql/delivery-store.ts';
import { type Cleanup, type TestDatabase, testDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { createListeningLog } from '../listening-log.ts';
import { addUser, creditKeysend, NODE_PUBKEY } from '../money-model/events.ts';
import { createEndpointBench, type EndpointBench } from './endpoint-bench.ts';

/** Endpoints, settlements and workers that deliver, on a database of their own. */
export interface DeliveryBench extends EndpointBench {
  readonly opened: TestDatabase;
  readonly store: DeliveryStore;
  readonly webhookKey: Uint8Array;
  /** Adds a user with one endpoint, and returns both ids. */
  addReceiver(url: string): Promise<{ readonly userId: string; readonly endpointId: string }>;
  addUser(): Promise<string>;
  addEndpoint(userId: string, url: string): Promise<string>;
  /** Adds this number of settlements of a user, in lists as the service makes them. */
  settle(userId: string, count: number): Promise<void>;
  startWorker(options?: Partial<WorkerOptions>): TestWorker;
  /** Stops all workers that still run, such as those of a failed test. */
  stopWorkers(): Promise<void>;
  /**
   * Moves stored times, as if this much time had passed for waiting deliveries and for the health
   * of endpoints.
   */
  age(hours: number): Promise<void>;
  /** The number of deliveries in each state, of all endpoints or of one. */
  states(endpointId?: string): Promise<Readonly<Record<string, number>>>;
  untilDone(endpointId: string, count: number): Promise<void>;
  endpoint(endpointId: string): Promise<EndpointRow>;
  /** Notices about an endpoint that wait to be mailed. */
  notices(endpointId: string): Promise<readonly string[]>;
  attempts(endpointId: string): Promise<readonly AttemptRow[]>;
}

export interface WorkerOptions {
  readonly clock: Clock;
  /** The clock that cuts off attempts; by default that of the worker. */
  readonly senderClock: Clock;
  readonly store: DeliveryStore;
  readonly notifier: Notifier;
  readonly isHoldingWebhooks: () => boolean;
}

export interface TestWorker {
  readonly notifier: Notifier;
  logged(): string;
  observed: { readonly outcomes: readonly string[]; readonly mostInFlight: number };
  /** Lets the worker look for what is due, and waits until everything it found is sent. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface EndpointRow {
  readonly state: string;
  readonly disabled_reason: string | null;
  readonly consecutive_failures: number;
  readonly failing_since: Date | null;
  readonly has_failed_apart: boolean;
  readonly last_success_at: Date | null;
  readonly warned_stage: number;
}

export interface AttemptRow {
  readonly number: number;
  readonly status: number | null;
  readonly error_class: string | null;
  readonly response_excerpt: string | null;
}

const LIST = 500;

export async function openDeliveryBench(cleanup: Cleanup): Promise<DeliveryBench> {
  // What was opened last is closed first, because workers still need the database.
  const endings: (() => Promise<void>)[] = [];
  cleanup.after(async () => {
    for (const end of endings.reverse()) await end();
  });
  const opened = await testDatabase({ after: (end) => endings.push(end) });
  const endpoints = createEndpointBench(opened);
  await endpoints.world.setBaseline(NODE_PUBKEY, 0n);
  const { sql } = opened.database;
  const webhookKey = systemRandom.bytes(32);
  const workers = new Set<TestWorker>();
  const stopWorkers = async (): Promise<void> => {
    await Promise.all([...workers].map((worker) => worker.stop()));
    workers.clear();
  };
  endings.push(stopWorkers);
  const store = createDeliveryStore(opened.database);

  const addEndpoint = async (userId: string, url: string): Promise<string> => {
    const id = newEndpointId(systemRandom);
    const secret = newSigningSecret(systemRandom);
    const sealedSecret = sealSigningSecret(webhookKey, id, secret, systemRandom);
    return await endpoints.add(userId, { id, url, sealedSecret });
  };
  return {
    ...endpoints,
    opened,
    store,
    webhookKey,
    addEndpoint,
    stopWorkers,
    addUser: () => addUser(endpoints.world),
    addReceiver: async (url) => {
      const userId = await addUser(endpoints.world);
      return { userId, endpointId: await addEndpoint(userId, url) };
    },
    settle: async (userId, count) => {
      for (let left = count; left > 0; left -= LIST) {
        const events = Array.from({ length: Math.min(left, LIST) }, () => creditKeysend(userId));
        const outcomes = await endpoints.world.store.credit(events);
        assert(outcomes.every(({ kind }) => kind === 'credited'));
      }
    },
    startWorker: (options = {}) => {
      const worker = startWorker({ webhookKey, store, ...options });
      workers.add(worker);
      return worker;
    },
    age: (hours) => age(opened, hours),
    states: (endpointId) => countStates(sql, endpointId),
    untilDone: async (endpointId, count) => {
      await eventually(`${count} deliveries`, async () => {
        const { succeeded = 0 } = await countStates(sql, endpointId);
        return succeeded >= count ? true : null;
      });
    },
    endpoint: async (endpointId) => {
      const [row] = await sql<EndpointRow[]>`
        select state, disabled_reason, consecutive_failures, failing_since, has_failed_apart,
          last_success_at, warned_stage
        from webhook_endpoint where id = ${endpointId}`;
      assert(row !== undefined);
      return row;
    },
    notices: async (endpointId) => {
      const rows = await sql<{ notice: string }[]>`
        select payload ->> 'notice' as notice from job
        where kind = 'tell-of-endpoint' and payload ->> 'endpointId' = ${endpointId}
        order by id`;
      return rows.map(({ notice }) => notice);
    },
    attempts: async (endpointId) => [
      ...(await sql<AttemptRow[]>`
        select number, status, error_class, response_excerpt from webhook_attempt
        where endpoint_id = ${endpointId} order by delivery_id, number`),
    ],
  };
}

async function countStates(sql: Sql, endpointId?: string): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; count: number }[]>`
    select state, count(*)::integer as count from webhook_delivery
    where endpoint_id = coalesce(${endpointId ?? null}, endpoint_id) group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Moves stored times into the past, because the database uses its own clock. */
async function age({ superuserUrl }: TestDatabase, hours: number): Promise<void> {
  const ports = { clock: systemClock, random: systemRandom };
  const owner = openDatabase({ url: superuserUrl, applicationName: 'time', poolSize: 1, ...ports });
  // Workers lock the same rows in another order, so a transaction that deadlocks with them is
  // repeated.
  await owner.transaction(
    (sql) => sql`
      update webhook_delivery set
        next_at = next_at - ${hours} * interval '1 hour',
        claimed_until = claimed_until - ${hours} * interval '1 hour'
      where state = 'pending'`,
  );
  await owner.transaction(
    (sql) => sql`
      update webhook_endpoint set
        failing_since = failing_since - ${hours} * interval '1 hour',
        last_success_at = last_success_at - ${hours} * interval '1 hour'`,
  );
  await owner.close();
}

/** Starts a worker like the service does, whose sender may reach this machine. */
export function startWorker(
  options: Partial<WorkerOptions> & Pick<WorkerOptions, 'store'> & { webhookKey: Uint8Array },
): TestWorker {
  const stop = new AbortController();
  const log = createListeningLog();
  const clock = options.clock ?? systemClock;
  const sender = openWebhookSender({
    addresses: addressRules(['127.0.0.0/8']),
    clock: options.senderClock ?? clock,
  });
  const notifier = options.notifier ?? createNotifier();
  let looks = 0;
  const countedWakeUp: Notifier = {
    notify: notifier.notify,
    wait: (...args) => {
      looks += 1;
      return notifier.wait(...args);
    },
  };
  const outcomes: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const running = deliverWebhooks(
    {
      clock,
      random: systemRandom,
      log,
      deliveries: options.store,
      notifier: countedWakeUp,
      signingKeys: createSigningKeys(options.webhookKey),
      outage: createOutageWatch(),
      sender: {
        send: async (post) => {
          inFlight += 1;
          mostInFlight = Math.max(mostInFlight, inFlight);
          try {
            return await sender.send(post);
          } finally {
            inFlight -= 1;
          }
        },
      },
      observer: {
        attempted: (outcome) => void outcomes.push(outcome),
        claimed: () => undefined,
        watchSlots: () => undefined,
      },
      isHoldingWebhooks: options.isHoldingWebhooks ?? (() => false),
    },
    stop.signal,
  );
  return {
    notifier,
    logged: () => log.text(),
    get observed() {
      return { outcomes, mostInFlight };
    },
    look: async () => {
      // Two looks are awaited, because the first one may have begun before the call.
      for (let count = 0; count < 2; count += 1) {
        const before = looks;
        notifier.notify();
        await eventually('a look', () => (looks > before ? true : null));
      }
      await eventually('nothing is being sent', () => (inFlight === 0 ? true : null));
    },
    stop: async () => {
      stop.abort();
      await running;
      await sender.close();
    },
  };
}

/** Waits long enough for several looks of workers that look by themselves. */
export const someLooks = (): Promise<void> => wait(700);
