import { openSession } from '../../src/accounts/open-session.ts';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Gauge } from '../footprint.ts';
import { fillWallet } from '../growth/fill-wallet.ts';
import { addPeople, inTurn } from '../people.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../window.ts';

const PAGES = [
  { name: 'Home', path: '/' },
  { name: 'Activity', path: '/activity' },
] as const;
const FUNDED_SAT = 1_000_000;
const P95_AT_MOST_MS = 15;
/** The longest history may cost so many times what the shortest does. */
const GROWTH_AT_MOST = 1.5;
const ROUNDS = { quick: 10, full: 50 };
const CALLS_AT_ONCE = 10;

export interface PageSizes {
  /** Records of the wallets, the smallest first. */
  readonly records: readonly number[];
  readonly isQuick: boolean;
}

/**
 * How long the pages that everyone opens take for short and long histories. One caller asks for
 * them, and the wallets take turns, so that other load on the machine affects all alike. What is
 * measured holds the way through the loopback network too.
 */
export async function measurePages(stage: Stage, sizes: PageSizes): Promise<readonly Gauge[]> {
  const visitors = await openVisitors(stage, sizes.records);
  const gauges: Gauge[] = [];
  for (const { name, path } of PAGES) {
    const timesOf = new Map(visitors.map(({ records }) => [records, [] as number[]]));
    const rounds = ROUNDS[sizes.isQuick ? 'quick' : 'full'];
    // Code that has run only a few times is slow: the first round does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { records, cookie } of visitors) {
        const times = await timeCalls(stage, path, cookie);
        if (round > 0) timesOf.get(records)?.push(...times);
      }
    }
    gauges.push(...judge(name, timesOf));
  }
  return gauges;
}

interface Visitor {
  readonly records: number;
  readonly cookie: string;
}

async function openVisitors(
  { service, beside }: Stage,
  sizes: readonly number[],
): Promise<readonly Visitor[]> {
  const sessions = createSessionStore(beside.database);
  const deps = { sessions, clock: systemClock, random: systemRandom };
  const count = 2 * sizes.length;
  const people = await addPeople(service, beside, { count, fundedSat: FUNDED_SAT });
  const visitors: Visitor[] = [];
  for (const [n, records] of sizes.entries()) {
    const owner = inTurn(people, 2 * n);
    process.stderr.write(`a wallet of ${records} records\n`);
    await fillWallet(beside, owner, inTurn(people, 2 * n + 1), records);
    const browser = { device: 'bench', address: '127.0.0.1', session: null };
    const user = { userId: owner.caller.userId, sessionEpoch: 1, isHalf: false };
    const { secret } = await openSession(deps, browser, user);
    visitors.push({ records, cookie: `satchel_session=${secret}` });
  }
  return visitors;
}

async function timeCalls(
  { http }: Stage,
  path: string,
  cookie: string,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS_AT_ONCE; call += 1) {
    const begunMs = performance.now();
    await http.get(path, { cookie });
    times.push(performance.now() - begunMs);
  }
  return times;
}

function judge(name: string, timesOf: ReadonlyMap<number, readonly number[]>): readonly Gauge[] {
  const p95s = [...timesOf].map(([records, times]) => ({ records, p95Ms: quantile(times, 0.95) }));
  const growth = (p95s.at(-1)?.p95Ms ?? Number.NaN) / (p95s[0]?.p95Ms ?? Number.NaN);
  return [
    ...p95s.map(({ records, p95Ms }) => ({
      name: `${name}, wallet of ${records.toLocaleString('en')}: p95`,
      value: p95Ms,
      unit: 'ms',
      atMost: P95_AT_MOST_MS,
    })),
    {
      name: `${name}: the largest against the smallest`,
      value: growth,
      unit: 'times',
      atMost: GROWTH_AT_MOST,
    },
  ];
}
