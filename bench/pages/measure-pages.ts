import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import type { Beside } from '../beside.ts';
import type { Gauge } from '../footprint.ts';
import { fillWallet } from '../growth/fill-wallet.ts';
import { addPeople, roundRobin } from '../people.ts';
import { signedIn } from '../signed-in.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../window.ts';

const PAGES = [
  { name: 'Home', path: '/' },
  { name: 'Activity', path: '/activity' },
  { name: 'Send', path: '/send' },
] as const;
const FUNDED_SAT = 1_000_000;
const P95_AT_MOST_MS = 15;
/** The most that the longest history may cost, as a multiple of the shortest. */
const GROWTH_AT_MOST = 1.5;
const ROUNDS = { quick: 10, full: 50 };
const CALLS_AT_ONCE = 10;

export interface PageSizes {
  /** The numbers of records in the wallets, the smallest first. */
  readonly records: readonly number[];
  readonly isQuick: boolean;
}

/**
 * Settings with a price source at which no one answers, because the benchmark writes the prices
 * itself.
 */
export const WITH_PRICES = { SATCHEL_RATES: 'https://127.0.0.1:9/{currency}#price' };
const CURRENCY = 'EUR';

/**
 * Measures how long the most-visited pages take for short and long histories, in sats and then with
 * values in a currency. Each visitor has as many contacts as are allowed. One caller asks for the
 * pages, and the wallets take turns, so that other load on the machine affects all alike. The time
 * on the loopback network is included.
 */
export async function measurePages(stage: Stage, sizes: PageSizes): Promise<readonly Gauge[]> {
  const visitors = await openVisitors(stage, sizes.records);
  const inSats = await measureFor(stage, sizes, visitors, '');
  await chooseCurrency(stage, visitors, Math.max(...sizes.records));
  return [...inSats, ...(await measureFor(stage, sizes, visitors, ` in ${CURRENCY}`))];
}

async function measureFor(
  stage: Stage,
  sizes: PageSizes,
  visitors: readonly Visitor[],
  unit: string,
): Promise<readonly Gauge[]> {
  const gauges: Gauge[] = [];
  for (const { name, path } of PAGES) {
    const timesOf = new Map(visitors.map(({ records }) => [records, [] as number[]]));
    const rounds = ROUNDS[sizes.isQuick ? 'quick' : 'full'];
    // Code that has run only a few times is slow, so the first round does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { records, cookie } of visitors) {
        const times = await timeCalls(stage, path, cookie);
        if (round > 0) timesOf.get(records)?.push(...times);
      }
    }
    gauges.push(...judge(`${name}${unit}`, timesOf));
  }
  return gauges;
}

interface Visitor {
  readonly userId: string;
  readonly records: number;
  readonly cookie: string;
}

async function openVisitors(
  { service, beside }: Stage,
  sizes: readonly number[],
): Promise<readonly Visitor[]> {
  const count = 2 * sizes.length;
  const people = await addPeople(service, beside, { count, fundedSat: FUNDED_SAT });
  const visitors: Visitor[] = [];
  for (const [n, records] of sizes.entries()) {
    const owner = roundRobin(people, 2 * n);
    process.stderr.write(`a wallet of ${records} records\n`);
    await fillWallet(beside, owner, roundRobin(people, 2 * n + 1), records);
    const { userId } = owner.caller;
    const { cookie } = await signedIn({ beside, service }, userId);
    await addContacts(beside, userId);
    visitors.push({ userId, records, cookie });
  }
  return visitors;
}

const addContacts = async ({ database }: Beside, userId: string): Promise<unknown> =>
  await database.sql`
    insert into contact (id, user_id, name, name_key, target, created_at)
    select gen_random_uuid(), ${userId}, 'Friend ' || n, 'friend ' || n,
      'friend' || n || '@shop.example', now()
    from generate_series(1, ${MAX_CONTACTS}::int) n`;

/**
 * Chooses a currency, with a price for each ten minutes of the longest history, which has a record
 * each second.
 */
async function chooseCurrency(
  { beside: { database } }: Stage,
  visitors: readonly Visitor[],
  historySec: number,
): Promise<void> {
  for (const { userId } of visitors) {
    await database.sql`update wallet_user set currency = ${CURRENCY} where id = ${userId}`;
  }
  await database.sql`
    insert into exchange_rate_at (currency, at, cents_per_btc)
    select ${CURRENCY}, date_bin('10 minutes', at, 'epoch'), 9000000
    from generate_series(
      now() - (${historySec} + 7200) * interval '1 second', now(), interval '10 minutes') at
    on conflict do nothing`;
  await database.sql`
    insert into exchange_rate (currency, cents_per_btc, read_at)
    values (${CURRENCY}, 9000000, now()) on conflict do nothing`;
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
