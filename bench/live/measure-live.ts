import assert from 'node:assert/strict';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_LIVE_STREAMS_OF_USER } from '../../src/web/limits.ts';
import type { Gauge } from '../footprint.ts';
import { readProcessUsage } from '../process-usage.ts';
import { signedIn } from '../signed-in.ts';
import type { Stage } from '../stage.ts';

const STREAMS = 1000;
const GROWTH_AT_MOST_MB = 60;
const CPU_AT_MOST_PERCENT = 2;
const SETTLE_MS = 5000;

/** Measures what a thousand open pages cost the service while nothing happens. */
export async function measureLive(stage: Stage, seconds: number): Promise<readonly Gauge[]> {
  const before = await rest(stage, seconds);
  const streams = await openStreams(stage);
  try {
    const during = await rest(stage, seconds);
    return [
      {
        name: `${STREAMS} live streams: memory`,
        value: during.residentMb - before.residentMb,
        unit: 'MB',
        atMost: GROWTH_AT_MOST_MB,
      },
      {
        name: `${STREAMS} live streams: CPU while idle`,
        value: during.percent - before.percent,
        unit: '%',
        atMost: CPU_AT_MOST_PERCENT,
      },
    ];
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

async function rest({ service }: Stage, seconds: number) {
  await wait(SETTLE_MS);
  const [before] = [await readProcessUsage(service.pid)];
  await wait(seconds * 1000);
  const after = await readProcessUsage(service.pid);
  assert(before !== null && after !== null, 'the kernel counts');
  return {
    residentMb: after.residentBytes / 1e6,
    percent: (after.cpuMs - before.cpuMs) / (seconds * 10),
  };
}

/** Opens streams. Each user has as many open pages as are allowed. */
async function openStreams(stage: Stage): Promise<readonly ClientRequest[]> {
  const { payers, payees, service } = stage;
  const streams: ClientRequest[] = [];
  for (const { caller } of [...payers, ...payees]) {
    const { cookie } = await signedIn(stage, caller.userId);
    for (let count = 0; count < MAX_LIVE_STREAMS_OF_USER; count += 1) {
      if (streams.length < STREAMS) streams.push(await openStream(service.baseUrl, cookie));
    }
  }
  return streams;
}

async function openStream(baseUrl: string, cookie: string): Promise<ClientRequest> {
  const request = get(`${baseUrl}/live`, { headers: { cookie }, agent: false });
  // The streams are cut off at the end, which is no error here.
  request.on('error', () => undefined);
  const answer = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  assert.equal(answer.statusCode, 200, 'the stream is open');
  answer.on('error', () => undefined);
  answer.resume();
  return request;
}
