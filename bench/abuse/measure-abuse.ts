import { setTimeout as wait } from 'node:timers/promises';
import { createBills } from '../bills.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import { roundRobin } from '../people.ts';
import { readProcessUsage } from '../process-usage.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../window.ts';
import { type Attack, prepareAttacks } from './attacks.ts';
import { isWanted, measureHostile, measureSearches } from './measure-hostile.ts';
import { startAttack } from './start-attack.ts';

const RATIO_AT_MOST = 3;
const GROWTH_AT_MOST_MB = 64;
/** The rate of an attack, slightly above the default limit of one address or token. */
const ATTACKS_PER_SEC = 120;
const ATTACKER = '127.0.0.2';
/** The time until an attack takes effect. */
const BEGIN_MS = 1000;
/** The number of users who are measured. Each stays far below their own limits. */
const VICTIMS = 32;

export interface AbuseOptions {
  readonly entries: number;
  /** The number of calls of each kind, with and without an attack. */
  readonly calls: number;
  /** Only attacks whose name contains one of these texts are measured; all if there is none. */
  readonly only: readonly string[];
}

/**
 * Measures what others notice of an attack by one address or user at the default limits: the 95th
 * percentile of their calls during the attack and just before it, and the memory that it takes.
 */
export async function measureAbuse(
  stage: Stage,
  { entries, calls, only }: AbuseOptions,
): Promise<readonly Gauge[]> {
  const prepared = await prepareAttacks(stage, entries);
  const attacks = prepared.filter((attack) => isWanted(attack, only));
  const gauges: Gauge[] = [];
  // Code that has run only a few times is slow, so these calls do not count.
  await measureOthers(stage, calls);
  for (const attack of attacks) {
    process.stderr.write(`${attack.name}\n`);
    gauges.push(...(await measureAttack(stage, attack, calls)));
  }
  const searches = await measureSearches(stage, only);
  return [...gauges, ...(await measureHostile(stage, only)), ...searches];
}

async function measureAttack(
  stage: Stage,
  attack: Attack,
  calls: number,
): Promise<readonly Gauge[]> {
  const before = await measureOthers(stage, calls);
  const residentBefore = await residentMb(stage);
  const { requests, readsAnswers = true } = attack;
  const { end } = startAttack({
    origin: stage.service.baseUrl,
    address: ATTACKER,
    perSec: ATTACKS_PER_SEC,
    count: null,
    readsAnswers,
    requests,
  });
  await wait(BEGIN_MS);
  const beside = await measureOthers(stage, calls);
  const residentAfter = await residentMb(stage);
  await end();
  const ratio = (value: number, of: number, name: string): Gauge => ({
    name: `${attack.name}: p95 of ${name}`,
    value: value / of,
    unit: 'times',
    atMost: RATIO_AT_MOST,
  });
  return [
    ratio(beside.balanceMs, before.balanceMs, 'GET /balance'),
    ratio(beside.paymentMs, before.paymentMs, 'POST /payments/bolt11'),
    {
      name: `${attack.name}: memory`,
      value: residentAfter - residentBefore,
      unit: 'MB',
      atMost: GROWTH_AT_MOST_MB,
    },
  ];
}

interface Others {
  readonly balanceMs: number;
  readonly paymentMs: number;
}

/** Makes one call after the other, each by a different user. */
async function measureOthers(stage: Stage, calls: number): Promise<Others> {
  const { http, beside } = stage;
  const payers = stage.payers.slice(0, VICTIMS).map(({ token }) => bearer(token));
  const bills = await createBills(beside, stage.payees, calls);
  const balanceMs = await p95(calls, async (n) => {
    await http.get('/balance', roundRobin(payers, n));
  });
  const paymentMs = await p95(calls, async (n) => {
    await http.post(
      '/payments/bolt11',
      { invoice: roundRobin(bills, n).bolt11 },
      roundRobin(payers, n),
    );
  });
  return { balanceMs, paymentMs };
}

async function p95(calls: number, act: (n: number) => Promise<void>): Promise<number> {
  const latenciesMs: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const begunMs = performance.now();
    await act(n);
    latenciesMs.push(performance.now() - begunMs);
  }
  return quantile(latenciesMs, 0.95);
}

async function residentMb({ service }: Stage): Promise<number> {
  const usage = await readProcessUsage(service.pid);
  return (usage?.residentBytes ?? 0) / 1e6;
}
