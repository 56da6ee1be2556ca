import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import { addPeople, roundRobin } from '../people.ts';
import { readProcessUsage } from '../process-usage.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../window.ts';
import type { HostileAttack } from './hostile-attack.ts';
import { prepareHostile } from './hostile-attacks.ts';
import { pageAttacks } from './page-attacks.ts';
import { measureSearch, searchAttack } from './search-attack.ts';
import { startAttack } from './start-attack.ts';

const RATIO_AT_MOST = 3;
const GROWTH_AT_MOST_MB = 64;
const STRANGER = '127.0.0.2';
const PROXY = '127.0.0.3';
/** The pause between the calls with which other users look at their balance. */
const PAUSE_MS = 50;
const CALLS = 100;
/** The time after which a call has failed. A measurement with a failed call ends early. */
const TIMEOUT_MS = 5000;
const MEASURE_AT_MOST_MS = 10_000;
const RECOVER_AT_MOST_MS = 90_000;
const PROBES = 8;

/**
 * Measures what others notice of each attack that was once found to stop the service. Calls and
 * measurements have limits of their own, so that a service which cannot cope with an attack does
 * not hold up the benchmark.
 */
export async function measureHostile(
  stage: Stage,
  only: readonly string[],
): Promise<readonly Gauge[]> {
  const attacks = [...(await prepareHostile(stage)), ...(await pageAttacks(stage))];
  const gauges: Gauge[] = [];
  for (const attack of attacks.filter((one) => isWanted(one, only))) {
    process.stderr.write(`${attack.name}\n`);
    gauges.push(...(await measureOne(stage, attack)));
    await recover(stage);
  }
  return gauges;
}

/**
 * Measures searches. The many records that they need are added only here, because that takes some
 * time.
 */
export async function measureSearches(
  stage: Stage,
  only: readonly string[],
): Promise<readonly Gauge[]> {
  if (!isWanted({ name: 'searches' }, only)) return [];
  const people = await addPeople(stage.service, stage.beside, { count: 1, fundedSat: 5000 });
  const attack = await searchAttack(stage, roundRobin(people, 0));
  process.stderr.write(`${attack.name}\n`);
  return [await measureSearch(stage, attack), ...(await measureOne(stage, attack))];
}

export const isWanted = ({ name }: { readonly name: string }, only: readonly string[]): boolean =>
  only.length === 0 || only.some((text) => name.includes(text));

async function measureOne(stage: Stage, attack: HostileAttack): Promise<readonly Gauge[]> {
  const { name, requests, perSec, count, beginMs, readsAnswers, isProxied, probe } = attack;
  const origin = stage.service.baseUrl;
  const before = await lookAtBalances(stage);
  const [mbBefore, storedBefore] = [await residentMb(stage), await storedMb(stage)];
  const address = isProxied ? PROXY : STRANGER;
  const running = startAttack({ origin, address, perSec, count, readsAnswers, requests });
  await wait(beginMs);
  const beside = await lookAtBalances(stage);
  const [mbAfter, storedAfter] = [await residentMb(stage), await storedMb(stage)];
  const served = probe === null ? null : await probeAll(origin, probe);
  await running.end();
  const gauge = (what: string, value: number, unit: string, atMost: number | null): Gauge => ({
    name: `${name}: ${what}`,
    value,
    unit,
    atMost,
  });
  return [
    gauge('p95 of GET /balance', beside.p95Ms / before.p95Ms, 'times', RATIO_AT_MOST),
    gauge('calls of others without an answer', beside.failed, `of ${beside.made}`, 0),
    gauge('memory', mbAfter - mbBefore, 'MB', GROWTH_AT_MOST_MB),
    gauge('database, a second', (storedAfter - storedBefore) / beside.sec, 'MB', null),
    ...(served === null ? [] : [gauge('others refused', PROBES - served, `of ${PROBES}`, 0)]),
  ];
}

interface Seen {
  readonly p95Ms: number;
  readonly made: number;
  readonly failed: number;
  readonly sec: number;
}

/** Looks at balances, one call after the other, each by a different user. */
async function lookAtBalances({ service, payers }: Stage): Promise<Seen> {
  const pool = new Pool(service.baseUrl, { connections: 4, pipelining: 1 });
  const begunMs = performance.now();
  const latenciesMs: number[] = [];
  let failed = 0;
  while (latenciesMs.length < CALLS && performance.now() - begunMs < MEASURE_AT_MOST_MS) {
    const calledMs = performance.now();
    const { token } = roundRobin(payers, latenciesMs.length);
    if (!(await isAnswered(pool, token))) failed += 1;
    latenciesMs.push(performance.now() - calledMs);
    await wait(PAUSE_MS);
  }
  await pool.destroy();
  const sec = (performance.now() - begunMs) / 1000;
  return { p95Ms: quantile(latenciesMs, 0.95), made: latenciesMs.length, failed, sec };
}

async function isAnswered(pool: Pool, token: string): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/balance',
      headers: bearer(token),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.text();
    return statusCode === 200;
  } catch {
    return false;
  }
}

async function probeAll(origin: string, probe: NonNullable<HostileAttack['probe']>) {
  let served = 0;
  for (let n = 0; n < PROBES; n += 1) if (await probe(origin, n)) served += 1;
  return served;
}

/**
 * Waits until what an attack has left running has ended, so that it does not affect the next one.
 */
async function recover(stage: Stage): Promise<void> {
  const begunMs = performance.now();
  let quick = 0;
  while (quick < 5 && performance.now() - begunMs < RECOVER_AT_MOST_MS) {
    const calledMs = performance.now();
    await fetch(`${stage.service.baseUrl}/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    quick = performance.now() - calledMs < 100 ? quick + 1 : 0;
    await wait(PAUSE_MS);
  }
}

async function residentMb({ service }: Stage): Promise<number> {
  const usage = await readProcessUsage(service.pid);
  return (usage?.residentBytes ?? 0) / 1e6;
}

async function storedMb({ beside }: Stage): Promise<number> {
  const rows = await beside.database.sql`select pg_database_size(current_database()) as bytes`;
  return Number(rows[0]?.['bytes'] ?? 0) / 1e6;
}
