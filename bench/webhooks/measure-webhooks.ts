import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { startHookReceiver } from '../../test/support/webhooks/hook-receiver.ts';
import { createBills } from '../bills.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import { roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../window.ts';
import { openWebhookStage } from './webhook-stage.ts';

const LATENCY_AT_MOST_MS = 50;
const CLAIM_AT_MOST_MS = 5;
const PAYMENTS = { full: 300, quick: 50 };
const CLAIMS = 100;
const WAITING = 100_000;
const LEASE_MS = 60_000;

/**
 * Measures the time from the answer to a payment, which comes after its commit, to the first byte
 * at the receiver.
 */
export async function measureLatency(stage: Stage, isQuick: boolean): Promise<readonly Gauge[]> {
  const hooks = await openWebhookStage(stage);
  const receiver = await startHookReceiver();
  const [payer, payee] = [roundRobin(stage.payers, 0), roundRobin(stage.payees, 0)];
  await hooks.addEndpoint(payee, `${receiver.url}/hook`);
  const count = isQuick ? PAYMENTS.quick : PAYMENTS.full;
  const bills = await createBills(stage.beside, [payee], count);
  const tookMs: number[] = [];
  for (const [n, { bolt11 }] of bills.entries()) {
    await stage.http.post('/payments/bolt11', { invoice: bolt11 }, bearer(payer.token));
    const committedMs = performance.now();
    while (receiver.received.length <= n) await new Promise((resolve) => setImmediate(resolve));
    // A delivery that arrives before the payer's answer counts as 0.
    tookMs.push(Math.max(0, (receiver.received[n]?.atMs ?? 0) - committedMs));
  }
  await hooks.close();
  await receiver.close();
  return gauges('commit to receiver', tookMs, LATENCY_AT_MOST_MS);
}

/**
 * Measures how long a worker takes to claim deliveries while 100,000 of them wait for one endpoint.
 * Each round makes the two calls that a worker makes.
 */
export async function measureClaim(stage: Stage): Promise<readonly Gauge[]> {
  const hooks = await openWebhookStage(stage);
  await hooks.hold();
  const url = 'http://127.0.0.1:59999/dead';
  const endpointId = await hooks.addEndpoint(roundRobin(stage.payers, 0), url);
  await hooks.seed(WAITING);
  await hooks.sql`analyze webhook_delivery`;
  const tookMs: number[] = [];
  const store = createDeliveryStore(stage.beside.database);
  for (let n = 0; n < CLAIMS; n += 1) {
    const begunMs = performance.now();
    await store.listDueEndpoints('', 1000);
    await store.claim([{ endpointId, count: 4 }], LEASE_MS);
    tookMs.push(performance.now() - begunMs);
  }
  await hooks.sql`delete from webhook_delivery where endpoint_id = ${endpointId}`;
  await hooks.close();
  return gauges('claim beside 100,000 that wait', tookMs, CLAIM_AT_MOST_MS);
}

function gauges(what: string, valuesMs: readonly number[], atMost: number): readonly Gauge[] {
  const gauge = (share: number, limit: number | null): Gauge => ({
    name: `${what}, p${share * 100}`,
    value: quantile(valuesMs, share),
    unit: 'ms',
    atMost: limit,
  });
  return [gauge(0.5, null), gauge(0.95, atMost)];
}
