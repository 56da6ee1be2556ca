import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMetrics } from '../../src/admin/metrics/http-metrics.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import { createWebhookMetrics } from '../../src/webhooks/metrics/webhook-metrics.ts';
import { NO_OUTFLOW, NOTHING_KNOWN } from '../support/installation-sources.ts';
import { createMovableClock } from '../support/movable-clock.ts';

/** 26: what operators copy for Prometheus and Grafana asks for what the program measures. */

const FOLDER = new URL('../../docs/examples/monitoring', import.meta.url).pathname;

const BACKLOG = { pending: 0, oldestDueSec: 0, disabledEndpoints: 0 };
const LIMITS = { ...NO_OUTFLOW_LIMITS, hourSat: sat(9n), daySat: sat(9n) };
const clock = createMovableClock();
const metrics = createMetrics({
  ...NOTHING_KNOWN,
  clock,
  outflow: { read: async () => ({ ...NO_OUTFLOW, chosen: LIMITS }) },
  payments: { listOpenPayments: async () => [] },
  jobs: { readQueue: async () => ({ waiting: 0, parked: 0, oldestDueSec: 0 }) },
  zapDeliveries: { count: async () => ({ waiting: 0, accepted: 0, givenUp: 0 }) },
  externalRelays: { connected: () => 0, countWaiting: async () => 0 },
  webhookMetrics: createWebhookMetrics({ readBacklog: async () => BACKLOG }),
  stops: {
    listStops: async () => [],
    lastBooksCheck: async () => ({
      checkedAt: clock.now(),
      transfersCount: 1n,
      findingsCount: 0,
    }),
  },
  gauges: {
    findNewest: async () => ({
      takenAt: clock.now(),
      owedMsat: msat(3n),
      heldMsat: msat(1n),
      unclaimedMsat: msat(1n),
      inFlightMsat: msat(0n),
      openPayments: 0,
      users: 1,
      deliveriesWaiting: 0,
      node: { ownedMsat: msat(5n), localMsat: msat(5n), remoteMsat: msat(5n) },
    }),
  },
});

/** Names with the labels that each has; histograms are asked for by their parts. */
async function readRegistry(): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [, name = '', kind] of (await metrics.render()).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (kind !== 'histogram') continue;
    for (const part of ['bucket', 'count', 'sum']) names.add(`${name}_${part}`);
  }
  return names;
}

const read = (name: string): Promise<string> => readFile(join(FOLDER, name), 'utf8');

test('every name in rules and dashboard is one of the registry', async () => {
  const known = await readRegistry();
  const files = await readdir(FOLDER);
  assert.deepEqual(files.sort(), ['alerts.yml', 'grafana-dashboard.json', 'prometheus.yml']);
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const asked = new Set((await read(file)).match(/\b(satchel|process|nodejs)_[a-z_]+\b/g));
    assert.ok(asked.size > 10, file);
    for (const name of asked) assert.ok(known.has(name), `${name} in ${file}`);
  }
});

test('what is measured of money, stops and proofs is shown or told by one of them', async () => {
  const shown = (await read('alerts.yml')) + (await read('grafana-dashboard.json'));
  const unshown = [...(await readRegistry())].filter(
    (name) =>
      /^satchel_(owed|node|covered|outside|alarms|payments|books|proof|backup|outflow)/.test(
        name,
      ) && !shown.includes(name),
  );
  assert.deepEqual(unshown, []);
});

test('labels and their values in the dashboard are those of the registry', async () => {
  const text = await metrics.render();
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const asked = [...(await read(file)).matchAll(/(satchel_\w+)\{(\w+)=\\?"(\w+)\\?"\}/g)];
    for (const [, name = '', label = '', value = ''] of asked) {
      assert.ok(text.includes(`${name}{${label}="${value}"}`), `${name}{${label}="${value}"}`);
    }
  }
  const dashboard = JSON.parse(await read('grafana-dashboard.json'));
  for (const { targets } of dashboard.panels) {
    for (const { expr, legendFormat } of targets) {
      const grouped = /^max by \((\w+)\) \((satchel_\w+)\)/.exec(expr);
      if (grouped === null) continue;
      const [, label = ''] = grouped;
      assert.ok(legendFormat.includes(`{{${label}}}`), expr);
    }
  }
});
