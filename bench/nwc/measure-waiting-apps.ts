import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { NOTIFICATION_KIND } from '../../src/nwc/wire-kinds.ts';
import { fromNetwork } from '../address/addresses.ts';
import type { Gauge } from '../footprint.ts';
import { readProcessUsage } from '../process-usage.ts';
import type { Stage } from '../stage.ts';
import { connectApps } from './bench-app.ts';
import { relayUrl } from './contests.ts';
import { openSocket } from './relay-client.ts';

const APPS = 1000;
const GROWTH_AT_MOST_MB = 60;
const SETTLE_MS = 5000;

/** Measures what a thousand apps cost that wait for news, each on a socket of its own. */
export async function measureWaitingApps(stage: Stage, seconds: number): Promise<readonly Gauge[]> {
  const apps = await connectApps(stage, [...stage.payers, ...stage.payees], APPS);
  const before = await rest(stage, seconds);
  const sockets = [];
  for (const [n, { walletPubkey }] of apps.entries()) {
    // Each app gets a network of its own, because a network may open only a hundred sockets.
    const socket = await openSocket(relayUrl(stage), fromNetwork(n * 256));
    socket.send(
      JSON.stringify(['REQ', 'news', { kinds: [NOTIFICATION_KIND], authors: [walletPubkey] }]),
    );
    sockets.push(socket);
  }
  const during = await rest(stage, seconds);
  for (const socket of sockets) socket.terminate();
  return [
    {
      name: `${APPS} waiting apps: memory`,
      value: during.residentMb - before.residentMb,
      unit: 'MB',
      atMost: GROWTH_AT_MOST_MB,
    },
    {
      name: `${APPS} waiting apps: CPU`,
      value: during.percent - before.percent,
      unit: '%',
      atMost: null,
    },
  ];
}

async function rest({ service }: Stage, seconds: number) {
  await wait(SETTLE_MS);
  const before = await readProcessUsage(service.pid);
  await wait(seconds * 1000);
  const after = await readProcessUsage(service.pid);
  assert(before !== null && after !== null, 'the kernel counts');
  return {
    residentMb: after.residentBytes / 1e6,
    percent: (after.cpuMs - before.cpuMs) / (seconds * 10),
  };
}
