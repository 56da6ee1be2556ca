import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addZapMetrics } from '../../address/metrics/zap-metrics.ts';
import type { ZapDeliveryStore } from '../../address/zap-delivery-store.ts';
import type { JobStore } from '../../background/job-store.ts';
import { OPEN_PAYMENT_STATES } from '../../ledger/payment-state.ts';
import {
  addExternalRelayMetrics,
  type ExternalRelayReadings,
} from '../../nwc/metrics/external-relay-metrics.ts';
import type { PaymentStore } from '../../payments/payment-store.ts';
import type { WebhookMetrics } from '../../webhooks/metrics/webhook-metrics.ts';
import { addInstallationMetrics, type InstallationSources } from './installation-metrics.ts';
import { addJobMetrics } from './job-metrics.ts';

/** Metrics that the HTTP server counts for each call. */
export interface HttpMetrics {
  observe(call: FinishedCall): void;
}

export interface FinishedCall {
  readonly method: string;
  /**
   * The template of the route, such as `/users/:id`. Metrics never get the URL: there are unlimited
   * URLs, and they contain invoices.
   */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface Metrics extends HttpMetrics {
  /** The content type of the answer, which is the text format that Prometheus reads. */
  readonly contentType: string;
  render(): Promise<string>;
}

export interface MetricsSources extends InstallationSources {
  readonly payments: Pick<PaymentStore, 'listOpenPayments'>;
  readonly jobs: Pick<JobStore, 'readQueue'>;
  readonly webhookMetrics: WebhookMetrics;
  readonly zapDeliveries: Pick<ZapDeliveryStore, 'count'>;
  /** Reads figures about external Nostr relays; null if none are used. */
  readonly externalRelays: ExternalRelayReadings | null;
}

/**
 * The interval at which the lag of the event loop is measured. Each measurement wakes the process:
 * at the usual 10 ms, this would cause a quarter of the CPU use of an idle process. The reported
 * lag (`nodejs_eventloop_lag_*`) is never less than this interval.
 */
const EVENT_LOOP_LOOK_EVERY_MS = 50;

export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_EVERY_MS,
  });
  const durations = new Histogram({
    name: 'satchel_http_request_duration_seconds',
    help: 'Duration of HTTP calls by route template',
    labelNames: ['method', 'route', 'status'],
    // Limits of the histogram's buckets in seconds, up to the minute that a call may wait for a
    // payment.
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 90],
    registers: [registry],
  });
  addOpenPayments(registry, sources);
  addInstallationMetrics(registry, sources);
  addJobMetrics(registry, sources.jobs);
  addZapMetrics(registry, sources.zapDeliveries);
  if (sources.externalRelays !== null) addExternalRelayMetrics(registry, sources.externalRelays);
  sources.webhookMetrics.addTo(registry);
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe: ({ method, route, status, durationMs }) =>
      durations.observe({ method, route, status }, durationMs / 1000),
  };
}

function addOpenPayments(registry: Registry, { payments, clock }: MetricsSources): void {
  const byState = (name: string, help: string) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const open = await payments.listOpenPayments().catch(() => null);
        if (open === null) return this.reset();
        for (const state of OPEN_PAYMENT_STATES) {
          this.set({ state }, open.filter((payment) => payment.state === state).length);
        }
      },
    });
  byState(
    'satchel_payments_open',
    'Outgoing payments that have not ended; absent if the database is down',
  );
  byState('satchel_open_payments', 'Earlier name of satchel_payments_open, until version 1.0');
  new Gauge({
    name: 'satchel_oldest_open_payment_seconds',
    help: 'Age of the oldest outgoing payment that has not ended, 0 if there is none',
    registers: [registry],
    async collect() {
      const open = await payments.listOpenPayments().catch(() => null);
      if (open === null) return this.remove();
      const nowMs = clock.now().getTime();
      const agesMs = open.map((payment) => nowMs - payment.createdAt.getTime());
      this.set(Math.max(0, ...agesMs) / 1000);
    },
  });
}
