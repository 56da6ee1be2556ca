import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMetrics, type Metrics, type MetricsSources } from '../../src/http/http-metrics.ts';
import { createMetricsServer } from '../../src/http/metrics-server.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

function measure(changes: Partial<MetricsSources> = {}): Metrics {
  return createMetrics({
    payments: api.deps.payments,
    clock: api.clock,
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
  const paying = user.post('/payments/bolt11', { invoice: api.node.outsideInvoice().bolt11 });
  await api.sent(1);
  api.clock.move(90_000);
  const text = await metrics.render();
  assert.match(text, /^satchel_open_payments\{state="(in_flight|dispatching)"\} 1$/m);
  assert.match(text, /^satchel_oldest_open_payment_seconds 9\d/m);
  api.stop();
  await paying;
});

test('without the database the rest is still shown', async () => {
  const listOpenPayments = async () => {
    throw new Error('the database is away');
  };
  const text = await measure({ payments: { listOpenPayments } }).render();
  assert.match(text, /^process_resident_memory_bytes \d/m);
  assert.doesNotMatch(text, /^satchel_(open_payments|oldest_open_payment_seconds)/m);
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
