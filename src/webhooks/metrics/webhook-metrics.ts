import { Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryObserver } from '../delivery-observer.ts';
import { MAX_SLOTS, type SlotUsage } from '../delivery-slots.ts';
import type { DeliveryBacklog, DeliveryStore } from '../delivery-store.ts';

/** Metrics of webhook delivery: of this process, and of what waits in all processes. */
export interface WebhookMetrics {
  readonly observer: DeliveryObserver;
  addTo(registry: Registry): void;
}

/**
 * Creates the metrics. They exist before the registry from which they are served, because the loop
 * that delivers starts earlier.
 */
export function createWebhookMetrics(
  deliveries: Pick<DeliveryStore, 'readBacklog'>,
): WebhookMetrics {
  const attempts = new Histogram({
    name: 'satchel_webhook_attempt_duration_seconds',
    help: 'Duration of webhook attempts, by class of status or error',
    labelNames: ['outcome'],
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 15],
    registers: [],
  });
  const claims = new Histogram({
    name: 'satchel_webhook_claim_duration_seconds',
    help: 'Duration of finding and claiming due webhook deliveries',
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
    registers: [],
  });
  let readSlots = (): SlotUsage => ({ inFlight: 0, failing: 0 });
  const slots = new Gauge({
    name: 'satchel_webhook_slots_in_use',
    help: `Running webhook attempts of this process (up to ${MAX_SLOTS}), by endpoints`,
    labelNames: ['endpoints'],
    registers: [],
    collect() {
      const { inFlight, failing } = readSlots();
      this.set({ endpoints: 'all' }, inFlight);
      this.set({ endpoints: 'failing' }, failing);
    },
  });
  const all = [attempts, claims, slots, ...backlogGauges(deliveries)];
  return {
    addTo: (registry) => {
      for (const metric of all) registry.registerMetric(metric);
    },
    observer: {
      attempted: (outcome, durationMs) => attempts.observe({ outcome }, durationMs / 1000),
      claimed: (durationMs) => claims.observe(durationMs / 1000),
      watchSlots: (read) => {
        readSlots = read;
      },
    },
  };
}

/** Metrics of the waiting deliveries of all processes; absent if the database is down. */
function backlogGauges(deliveries: Pick<DeliveryStore, 'readBacklog'>): readonly Gauge[] {
  const gauge = (name: string, help: string, readValue: (backlog: DeliveryBacklog) => number) =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const backlog = await deliveries.readBacklog().catch(() => null);
        if (backlog === null) this.remove();
        else this.set(readValue(backlog));
      },
    });
  return [
    gauge(
      'satchel_webhook_deliveries_pending',
      'Webhook deliveries that are not done, including those with a later attempt',
      ({ pending }) => pending,
    ),
    gauge(
      'satchel_webhook_oldest_due_seconds',
      'How long the oldest webhook delivery has been due, 0 if none is',
      ({ oldestDueSec }) => oldestDueSec ?? 0,
    ),
    gauge(
      'satchel_webhook_endpoints_disabled',
      'Webhook endpoints that are disabled, by their user or because they failed',
      ({ disabledEndpoints }) => disabledEndpoints,
    ),
  ];
}
