import { setTimeout as wait } from 'node:timers/promises';
import { readProcessUsage } from './process-usage.ts';
import type { Stage } from './stage.ts';

/** A single measured value of the service's process. */
export interface Gauge {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost: number | null;
}

const IDLE_AT_MOST_PERCENT = 2;
const RESIDENT_AT_MOST_MB = 256;
const SETTLE_MS = 3000;

/** Measures the share of one core that the service uses while no one calls it. */
export async function measureIdle({ service }: Stage, seconds: number): Promise<readonly Gauge[]> {
  await wait(SETTLE_MS);
  const before = await readProcessUsage(service.pid);
  await wait(seconds * 1000);
  const after = await readProcessUsage(service.pid);
  if (before === null || after === null) return [];
  const percent = (after.cpuMs - before.cpuMs) / (seconds * 10);
  return [{ name: 'CPU while idle', value: percent, unit: '%', atMost: IDLE_AT_MOST_PERCENT }];
}

export async function measureResident({ service }: Stage): Promise<readonly Gauge[]> {
  const usage = await readProcessUsage(service.pid);
  if (usage === null) return [];
  const megabytes = usage.residentBytes / 1e6;
  return [{ name: 'resident memory', value: megabytes, unit: 'MB', atMost: RESIDENT_AT_MOST_MB }];
}
