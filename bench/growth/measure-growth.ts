/**
 * Measures one database with many payments, beside one that is nearly empty on the same server:
 * what a payment costs, the check of the books, vacuum and disk. From the first and the last size,
 * it reckons what 100 million postings would be.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Gauge } from '../footprint.ts';
import { startDatabaseServer } from '../profile/database-server.ts';
import { cpuSince, readDatabaseCpu } from '../profile/tree.ts';
import { median, quantile } from '../window.ts';
import { draft, fill, pay } from './fill-database.ts';
import { type GrownDatabase, LANES, openGrownDatabase } from './grown-database.ts';

/** A payment has two postings. */
const GOAL_PAYMENTS = 50_000_000;
const PAYMENTS_PER_USER = 100;
const MOST_USERS = 100_000;
const LEAST_USERS = 1000;
/** As many as wait for each other when 16 callers pay at the same time. */
const LIST = 16;
/** Payments of a lane in a window. */
const LANE_WINDOW = 31 * LIST;
const ROUNDS = 6;
/** The longest time after which backends report what they have counted. */
const TOLD_AFTER_MS = 11_000;

/**
 * What is advised for a large database, but for the compression of the WAL, so that its bytes can
 * be compared, and for its size, so that more of the disk is left for the payments.
 */
const SETTINGS = {
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  shared_buffers: '512MB',
};

const LOGARITHM = 'with its logarithm';

/** Figures of a database of one size, by name. */
type Figures = ReadonlyMap<string, Figure>;

interface Figure {
  readonly value: number;
  readonly unit: string;
  /** How the figure is taken to grow beyond what was measured; null when nothing is reckoned. */
  readonly grows: 'with the size' | typeof LOGARITHM | null;
}

/** Measures the sizes, smallest first, in one database that grows from one to the next. */
export async function measureGrowth(sizes: readonly number[]): Promise<readonly Gauge[]> {
  const most = Math.max(...sizes);
  const users = Math.min(MOST_USERS, Math.max(LEAST_USERS, most / PAYMENTS_PER_USER));
  const server = await startDatabaseServer(null, SETTINGS);
  try {
    await using opened = new AsyncDisposableStack();
    const empty = await openGrownDatabase(server, 'empty', LEAST_USERS);
    opened.defer(() => empty.close());
    const grown = await openGrownDatabase(server, 'grown', users);
    opened.defer(() => grown.close());
    const measured: (readonly [size: number, figures: Figures])[] = [];
    for (const size of sizes.toSorted((a, b) => a - b)) {
      measured.push([size, await measureSize(grown, empty, size)]);
    }
    return [
      ...measured.flatMap(([size, figures]) => toGauges(`${named(size)} payments`, figures)),
      ...toGauges(`${named(GOAL_PAYMENTS)} payments, reckoned`, reckon(measured)),
    ];
  } finally {
    await server.stop();
  }
}

const named = (size: number): string => size.toLocaleString('en');

const toGauges = (of: string, figures: Figures): readonly Gauge[] =>
  [...figures].map(([name, { value, unit }]) => ({
    name: `${of}: ${name}`,
    value,
    unit,
    atMost: null,
  }));

async function measureSize(
  grown: GrownDatabase,
  empty: GrownDatabase,
  size: number,
): Promise<Figures> {
  const missing = size - (await countPayments(grown));
  assert(missing > 0, 'each size is well above the one before: the windows pay as well');
  process.stderr.write(`${named(size)} payments: filling with ${named(missing)}\n`);
  const filledPerSec = missing / (await secondsOf(() => fill(grown, missing)));
  process.stderr.write(`${filledPerSec.toFixed(0)} a second; vacuum\n`);
  const vacuumSec = await secondsOf(() => grown.superuser.unsafe('vacuum (analyze)'));
  await empty.superuser.unsafe('vacuum (analyze)');
  const disk = await readDisk(grown);
  process.stderr.write('payments beside an empty database\n');
  const costs = await comparePayments(grown, empty);
  process.stderr.write('the books\n');
  const books = await checkBooks(grown);
  const figure = (value: number, unit: string, grows: Figure['grows'] = null): Figure => ({
    value,
    unit,
    grows,
  });
  return new Map([
    ['filled by lists of 500, with their invoices', figure(filledPerSec, '/s')],
    ...costs,
    ['vacuum of all tables', figure(vacuumSec / 60, 'min', 'with the size')],
    ['database', figure(disk.bytes / 1e9, 'GB', 'with the size')],
    ['of it indexes', figure(disk.indexBytes / 1e9, 'GB', 'with the size')],
    ['books, a sweep in slices', figure(books.sweep.sumMs / 60_000, 'min', 'with the size')],
    ['books, longest snapshot', figure(books.sweep.longestMs / 1000, 's', LOGARITHM)],
    ['books, what the windows paid', figure(books.news.sumMs / 1000, 's')],
    ['books, its longest snapshot', figure(books.news.longestMs / 1000, 's')],
    ['books, rows that it read by scans of whole tables', figure(books.scanned, '')],
  ]);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return (performance.now() - begunMs) / 1000;
}

async function countPayments({ superuser }: GrownDatabase): Promise<number> {
  const [row] = await superuser<{ count: number }[]>`select count(*)::float8 as count from payment`;
  return row?.count ?? 0;
}

async function readDisk({ superuser }: GrownDatabase) {
  const [row] = await superuser<{ bytes: number; indexBytes: number }[]>`
    select sum(pg_total_relation_size(oid))::float8 as bytes,
      sum(pg_indexes_size(oid))::float8 as "indexBytes"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  assert(row !== undefined, 'there are tables');
  return row;
}

/** A window of payments: in every lane one list after the other. */
interface Window {
  readonly perSec: number;
  readonly p95Ms: number;
  readonly cpuMs: number;
  readonly walBytes: number;
}

/** Pays in both databases in turns, the first time right after a checkpoint. */
async function comparePayments(
  grown: GrownDatabase,
  empty: GrownDatabase,
): Promise<readonly (readonly [string, Figure])[]> {
  const pairs: (readonly [ours: Window, beside: Window])[] = [];
  await grown.superuser`checkpoint`;
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push([await payWindow(grown), await payWindow(empty)]);
  }
  const [first, ...later] = pairs;
  assert(first !== undefined, 'there is a first round');
  const rows = (
    name: string,
    unit: string,
    of: (window: Window) => number,
    some: typeof pairs,
  ): readonly (readonly [string, Figure])[] => {
    const ours = median(some.map(([one]) => of(one)));
    const beside = median(some.map(([, other]) => of(other)));
    const ratio = median(some.map(([one, other]) => of(one) / of(other)));
    return [
      [name, { value: ours, unit, grows: unit === 'us' || unit === 'kB' ? LOGARITHM : null }],
      [`${name}, empty database`, { value: beside, unit, grows: null }],
      [`${name}, of that of the empty one`, { value: ratio, unit: 'times', grows: null }],
    ];
  };
  return [
    ...rows('payments', '/s', ({ perSec }) => perSec, later),
    ...rows('p95 of a list of 16', 'ms', ({ p95Ms }) => p95Ms, later),
    ...rows('CPU of a payment', 'us', ({ cpuMs }) => cpuMs * 1000, later),
    ...rows('WAL of a payment', 'kB', ({ walBytes }) => walBytes / 1000, later.slice(-3)),
    ...rows('WAL right after a checkpoint', 'kB', ({ walBytes }) => walBytes / 1000, [first]),
  ];
}

async function payWindow(grown: GrownDatabase): Promise<Window> {
  const { superuser, name } = grown;
  const events = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => draft(grown, lane, LANE_WINDOW)),
  );
  const tookMs: number[] = [];
  const run = async (list: (typeof events)[number]): Promise<void> => {
    for (let at = 0; at < list.length; at += LIST) {
      const begunMs = performance.now();
      await pay(grown, list.slice(at, at + LIST));
      tookMs.push(performance.now() - begunMs);
    }
  };
  const cpuBefore = await readDatabaseCpu(superuser, name);
  const walBefore = await readWal(grown);
  const begunMs = performance.now();
  await Promise.all(events.map(run));
  const sec = (performance.now() - begunMs) / 1000;
  const payments = LANES * LANE_WINDOW;
  return {
    perSec: payments / sec,
    p95Ms: quantile(tookMs, 0.95),
    cpuMs: cpuSince(cpuBefore, await readDatabaseCpu(superuser, name)) / payments,
    walBytes: ((await readWal(grown)) - walBefore) / payments,
  };
}

async function readWal({ superuser }: GrownDatabase): Promise<number> {
  const [row] = await superuser<{ bytes: number }[]>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`;
  return row?.bytes ?? Number.NaN;
}

interface Snapshots {
  readonly sumMs: number;
  readonly longestMs: number;
}

/**
 * Checks the books as the service does: a sweep in slices from zero, then what is new since the
 * windows began, as if an earlier check had proven the rest.
 */
async function checkBooks({ books, superuser }: GrownDatabase) {
  await superuser`delete from books_sweep`;
  const sweep = await takeSnapshots(async () => {
    const findings = await books.checkSlice();
    assert.deepEqual(findings ?? [], []);
    return findings !== null;
  });
  const readScanned = async (): Promise<number> => {
    const [row] = await superuser<{ rows: number }[]>`
      select sum(seq_tup_read)::float8 as rows from pg_stat_user_tables`;
    return row?.rows ?? Number.NaN;
  };
  const checked = ROUNDS * LANES * LANE_WINDOW;
  await superuser`
    insert into books_proven (user_id, wallet_seq, held_seq, record_seq)
      select w.user_id, greatest(0, w.wallet_seq - coalesce(news.lines, 0)), w.held_seq,
        greatest(0, w.record_seq - coalesce(news.lines, 0))
      from wallet w left join (
        select user_id, count(*) as lines from posting
          where transfer_id in (
            select id from transfer where kind = 'internal' order by id desc limit ${checked})
          group by user_id
      ) news using (user_id)
    on conflict (user_id) do update set
      wallet_seq = excluded.wallet_seq, held_seq = excluded.held_seq,
      record_seq = excluded.record_seq`;
  let fromUser: string | null = null;
  await wait(TOLD_AFTER_MS);
  const before = await readScanned();
  const news = await takeSnapshots(async () => {
    const { findings, nextUser } = await books.checkNewLines(fromUser);
    assert.deepEqual(findings, []);
    fromUser = nextUser;
    return nextUser !== null;
  });
  await wait(TOLD_AFTER_MS);
  return { sweep, news, scanned: (await readScanned()) - before };
}

/** Repeats a step until it says that nothing follows. */
async function takeSnapshots(step: () => Promise<boolean>): Promise<Snapshots> {
  const tookMs: number[] = [];
  for (let goesOn = true; goesOn; ) {
    const begunMs = performance.now();
    goesOn = await step();
    tookMs.push(performance.now() - begunMs);
  }
  return { sumMs: tookMs.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...tookMs) };
}

/**
 * Reckons the figures of the goal from the first and the last size that were measured: along a line
 * over the size, or over its logarithm.
 */
function reckon(measured: readonly (readonly [size: number, figures: Figures])[]): Figures {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return new Map();
  return new Map(
    [...last[1]].flatMap(([name, { value, unit, grows }]) => {
      const before = first[1].get(name)?.value;
      if (grows === null || before === undefined) return [];
      const scale = grows === 'with the size' ? (size: number) => size : Math.log10;
      const slope = (value - before) / (scale(last[0]) - scale(first[0]));
      const reckoned = value + slope * (scale(GOAL_PAYMENTS) - scale(last[0]));
      return [[name, { value: reckoned, unit, grows }] as const];
    }),
  );
}
