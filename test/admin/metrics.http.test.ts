import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createMetrics,
  type Metrics,
  type MetricsSources,
} from '../../src/admin/metrics/http-metrics.ts';
import { createMetricsServer } from '../../src/admin/metrics/metrics-server.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import type { OutflowView } from '../../src/outflow/outflow-store.ts';
import { createWebhookMetrics } from '../../src/webhooks/metrics/webhook-metrics.ts';
import { NO_OUTFLOW, NOTHING_KNOWN } from '../support/installation-sources.ts';
import { BACKUPS_ON_TIME, sampleOf } from '../support/test-operator.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const QUEUE = { waiting: 3, parked: 1, oldestDueSec: 1.5 };
const ZAPS = { waiting: 4, accepted: 9, givenUp: 2 };
const BACKLOG = { pending: 7, oldestDueSec: 2.5, disabledEndpoints: 1 };

const api = await startWalletApi({ after });

function measure(changes: Partial<MetricsSources> = {}): Metrics {
  return createMetrics({
    payments: api.deps.payments,
    jobs: { readQueue: async () => QUEUE },
    clock: api.clock,
    ...NOTHING_KNOWN,
    zapDeliveries: { count: async () => ZAPS },
    externalRelays: { connected: () => 2, countWaiting: async () => 6 },
    webhookMetrics: createWebhookMetrics({ readBacklog: async () => BACKLOG }),
    ...changes,
  });
}

test('calls are measured by the template of their route', async () => {
  const metrics = measure();
  const measured = await startWalletApi({ after }, {}, { metrics });
  const user = await measured.addUser();
  await user.get('/balance');
  await user.get(`/invoices/${'4f'.repeat(32)}`);
  await measured.call('GET', '/nowhere/secret');
  const text = await metrics.render();
  const count = (labels: string) => `satchel_http_request_duration_seconds_count{${labels}} 1`;
  assert(text.includes(count('method="GET",route="/balance",status="200"')));
  assert(text.includes(count('method="GET",route="/invoices/:payment_hash",status="404"')));
  assert(text.includes(count('method="GET",route="none",status="404"')));
  assert(!text.includes('4f4f') && !text.includes('secret'));
});

test('open payments by state, and the age of the oldest', async () => {
  const metrics = measure();
  assert.match(await metrics.render(), /^satchel_open_payments\{state="in_flight"\} 0$/m);
  assert.match(await metrics.render(), /^satchel_oldest_open_payment_seconds 0$/m);
  const user = await api.addUser();
  await user.receive(5000);
  api.node.plan = { kind: 'hang' };
  const paying = user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  await api.sent(1);
  api.clock.move(90_000);
  const text = await metrics.render();
  assert.match(text, /^satchel_open_payments\{state="(in_flight|dispatching)"\} 1$/m);
  assert.match(text, /^satchel_oldest_open_payment_seconds 9\d/m);
  api.stop();
  await paying;
});

test('what waits to be told, and what this process does about it', async () => {
  const webhookMetrics = createWebhookMetrics({ readBacklog: async () => BACKLOG });
  const { observer } = webhookMetrics;
  observer.attempted('2xx', 4);
  observer.attempted('timeout', 15_000);
  observer.claimed(2);
  observer.watchSlots(() => ({ inFlight: 9, failing: 3 }));
  const lines = (await measure({ webhookMetrics }).render()).split('\n');
  for (const line of [
    'satchel_webhook_deliveries_pending 7',
    'satchel_webhook_oldest_due_seconds 2.5',
    'satchel_webhook_endpoints_disabled 1',
    'satchel_webhook_attempt_duration_seconds_count{outcome="2xx"} 1',
    'satchel_webhook_attempt_duration_seconds_sum{outcome="timeout"} 15',
    'satchel_webhook_claim_duration_seconds_count 1',
    'satchel_webhook_slots_in_use{endpoints="all"} 9',
    'satchel_webhook_slots_in_use{endpoints="failing"} 3',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test('background jobs: how many wait, and for how long', async () => {
  const text = await measure().render();
  assert.match(text, /^satchel_jobs_waiting 3$/m);
  assert.match(text, /^satchel_jobs_parked 1$/m);
  assert.match(text, /^satchel_jobs_oldest_due_seconds 1.5$/m);
  const readQueue = async () => Promise.reject(new Error('the database is away'));
  assert.doesNotMatch(await measure({ jobs: { readQueue } }).render(), /^satchel_jobs/m);
});

test('without the database the rest is still shown', async () => {
  const listOpenPayments = async () => {
    throw new Error('the database is away');
  };
  const webhookMetrics = createWebhookMetrics({ readBacklog: listOpenPayments });
  const text = await measure({ payments: { listOpenPayments }, webhookMetrics }).render();
  assert.match(text, /^process_resident_memory_bytes \d/m);
  assert.doesNotMatch(text, /^satchel_(open_payments|oldest_open_payment_seconds)/m);
  assert.doesNotMatch(text, /^satchel_webhook_(deliveries|oldest|endpoints)/m);
});

test('they are served on a listener of their own, and never by the API', async () => {
  const server = createMetricsServer(measure());
  const answer = await server.inject('/metrics');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.equal((await server.inject('/balance')).statusCode, 404);
  await server.close();
  assert.equal((await api.call('GET', '/metrics')).status, 404);
});

test('receipts of zaps by state, and none while the database is down', async () => {
  const text = await measure().render();
  assert.match(text, /^satchel_zap_receipts\{state="waiting"\} 4$/m);
  assert.match(text, /^satchel_zap_receipts\{state="accepted"\} 9$/m);
  assert.match(text, /^satchel_zap_receipts\{state="given_up"\} 2$/m);
  const away = measure({ zapDeliveries: { count: () => Promise.reject(new Error('away')) } });
  assert.doesNotMatch(await away.render(), /^satchel_zap_receipts\{/m);
});

test('external relays: connections and what waits; nothing where there are none', async () => {
  const text = await measure().render();
  assert.match(text, /^satchel_nwc_outside_relays_connected 2$/m);
  assert.match(text, /^satchel_nwc_publications_waiting 6$/m);
  const countWaiting = () => Promise.reject(new Error('away'));
  const away = measure({ externalRelays: { connected: () => 2, countWaiting } });
  assert.doesNotMatch(await away.render(), /^satchel_nwc_publications_waiting/m);
  assert.doesNotMatch(await measure({ externalRelays: null }).render(), /^satchel_nwc_outside/m);
});

test('the whole installation: owed, owned, stops, alarms, books, proof and versions', async () => {
  const at = new Date(api.clock.now().getTime() - 60_000);
  const seconds = String(at.getTime() / 1000);
  const text = await measure({
    gauges: { findNewest: async () => sampleOf(0, { takenAt: at }) },
    stops: {
      listStops: async () => [{ reason: 'books', detail: 'test', since: at }],
      lastBooksCheck: async () => ({ checkedAt: at, transfersCount: 1n, findingsCount: 2 }),
    },
    paymentStop: { stopReason: () => 'test' },
    openAlarms: { countOpenByKind: async () => new Map([['job_parked', 2]]) },
    readBackups: async () => ({
      ...BACKUPS_ON_TIME,
      status: {
        ...BACKUPS_ON_TIME.status,
        newest: BACKUPS_ON_TIME.status.newest && {
          ...BACKUPS_ON_TIME.status.newest,
          takenAt: at,
        },
      },
    }),
    liveStreams: () => 4,
  }).render();
  const lines = text.split('\n');
  for (const line of [
    'satchel_owed_msat{part="wallets"} 1200000000',
    'satchel_owed_msat{part="held"} 0',
    'satchel_owed_msat{part="unclaimed"} 5000',
    'satchel_unclaimed_msat 5000',
    'satchel_node_msat{side="owned"} 9000000000',
    'satchel_node_msat{side="local"} 8000000000',
    'satchel_covered 1',
    'satchel_users 1234',
    'satchel_outside_stopped{reason="books"} 1',
    'satchel_outside_stopped{reason="restored"} 0',
    'satchel_outside_stopped{reason="this_process"} 0',
    'satchel_alarms_open{kind="job_parked"} 2',
    'satchel_books_findings 2',
    `satchel_books_checked_timestamp ${seconds}`,
    `satchel_backup_timestamp ${seconds}`,
    'satchel_backup_every_seconds 21600',
    'satchel_live_streams 4',
    'satchel_build_info{version="0.1.0",node="24.1.0"} 1',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test('what has left and its limits are measured in sats, and are absent without limits', async () => {
  const read = async (changes: Partial<OutflowView>): Promise<string> =>
    await measure({ outflow: { read: async () => ({ ...NO_OUTFLOW, ...changes }) } }).render();
  const sent = { sentHourMsat: msat(1_500n), sentDayMsat: msat(7_000n) };
  const settings = { ...NO_OUTFLOW_LIMITS, hourSat: sat(50n), netDaySat: sat(70n) };
  const chosen = { ...NO_OUTFLOW_LIMITS, hourSat: sat(40n), countHour: 9 };
  const text = await read({ ...sent, settings, chosen });
  assert.deepEqual(
    text.split('\n').filter((line) => line.startsWith('satchel_outflow_')),
    [
      'satchel_outflow_sat{window="hour"} 2',
      'satchel_outflow_sat{window="day"} 7',
      'satchel_outflow_limit_sat{limit="hour"} 40',
      'satchel_outflow_limit_sat{limit="net_day"} 70',
    ],
  );
  for (const none of [await read(sent), await read({ ...sent, settings, mode: 'off' })]) {
    assert.doesNotMatch(none, /^satchel_outflow/m);
  }
});

test('what is not known has no value: the node away, old samples, no database', async () => {
  const at = api.clock.now();
  const away = await measure({
    gauges: { findNewest: async () => sampleOf(0, { takenAt: at, node: null }) },
    paymentStop: { stopReason: () => 'SATCHEL_OUTSIDE_PAYMENTS is off' },
  }).render();
  assert.doesNotMatch(away, /^satchel_(node_msat|covered)/m);
  assert.match(away, /^satchel_owed_msat\{part="wallets"\} 1200000000$/m);
  assert.match(away, /^satchel_outside_stopped\{reason="this_process"\} 1$/m);
  const old = await measure({
    gauges: { findNewest: async () => sampleOf(0, { takenAt: new Date(0) }) },
  }).render();
  const gone = () => Promise.reject(new Error('the database is away'));
  const down = await measure({
    gauges: { findNewest: gone },
    stops: { listStops: gone, lastBooksCheck: gone },
    openAlarms: { countOpenByKind: gone },
    readBackups: gone,
    proofs: { findNewest: gone },
  }).render();
  for (const text of [old, down]) {
    assert.doesNotMatch(text, /^satchel_(owed|node|covered|unclaimed|books|proof|backup)\w* \d/m);
    assert.doesNotMatch(text, /^satchel_(owed|node)\w*\{/m);
  }
  assert.doesNotMatch(down, /^satchel_(outside_stopped|alarms_open)\{/m);
});
