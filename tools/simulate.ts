/**
 * `npm run sim`: plays the whole service in one process, over virtual time and from a seed.
 *
 *     npm run sim -- --seed 7 --steps 200          one seed, and all that happened if it fails
 *     npm run sim -- --seeds 1..10000              many, on all processors
 *     npm run sim -- --seeds 1..1000 --fault NAME  with a mistake that must be found
 *     npm run sim -- --seeds 1..50 --sql           over real PostgreSQL
 *
 * Exits with status 1 when a seed fails, and prints the lowest one and how to play it again.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { FAULTS } from '../test/simulation/faults.ts';
import type { SeedReport } from '../test/simulation/run-seed.ts';

interface Order {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly faultName: string | null;
  readonly isSql: boolean;
}

/** The seeds that one of several threads plays. */
interface Share extends Order {
  readonly every: number;
}

type Message =
  | { readonly kind: 'played'; readonly seed: number }
  | { readonly kind: 'ended'; readonly failed: SeedReport | null };

function readOrder(): Order {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      steps: { type: 'string', default: '200' },
      fault: { type: 'string' },
      sql: { type: 'boolean', default: false },
    },
  });
  const [from = '1', to = from] = (values.seeds ?? values.seed).split('..');
  const faultName = values.fault ?? null;
  if (faultName !== null && FAULTS[faultName] === undefined) {
    throw new Error(`--fault takes one of ${Object.keys(FAULTS).join(', ')}`);
  }
  const order = { from: Number(from), to: Number(to), steps: Number(values.steps) };
  const areNumbers = Object.values(order).every((number) => Number.isSafeInteger(number));
  if (!areNumbers || order.to < order.from) {
    throw new Error('--seed N, --seeds A..B and --steps M take whole numbers');
  }
  return { ...order, faultName, isSql: values.sql };
}

/** Plays seeds on several threads, and returns the lowest one that fails; null when none does. */
async function playOnThreads(order: Order): Promise<SeedReport | null> {
  const count = order.to - order.from + 1;
  // With real PostgreSQL, a single thread plays, so that the database has only one caller.
  const threads = order.isSql ? 1 : Math.min(availableParallelism(), count);
  let played = 0;
  let lowest: SeedReport | null = null;
  const progress: Progress = {
    onPlayed: () => {
      played += 1;
      if (played % 100 === 0) say(`${played} of ${count} seeds`);
    },
    onFailed: (report) => {
      if (lowest === null || report.seed < lowest.seed) lowest = report;
    },
    isBeyondFailed: (seed) => lowest !== null && seed > lowest.seed,
  };
  const shares = Array.from({ length: threads }, (_, index) => ({
    ...order,
    from: order.from + index,
    every: threads,
  }));
  await Promise.all(shares.map((share) => playShare(share, progress)));
  return lowest;
}

/**
 * The number of seeds after which a thread is replaced. Each seed leaves some memory behind,
 * because processes that were killed in it wait forever for what never comes. The memory is freed
 * with the thread.
 */
const SEEDS_OF_THREAD = 500;

async function playShare(share: Share, progress: Progress): Promise<void> {
  const step = SEEDS_OF_THREAD * share.every;
  for (let { from } = share; from <= share.to && !progress.isBeyondFailed(from); from += step) {
    await playOnThread({ ...share, from, to: Math.min(share.to, from + step - 1) }, progress);
  }
}

interface Progress {
  readonly onPlayed: () => void;
  readonly onFailed: (report: SeedReport) => void;
  /** Whether a seed need not be played any more, because a lower one has failed. */
  readonly isBeyondFailed: (seed: number) => boolean;
}

/**
 * The longest time for a step, hundreds of times what it takes even over PostgreSQL, because a busy
 * machine may be slow to start a thread.
 */
const PATIENCE_PER_STEP_MS = 2000;

/**
 * Plays a share on a thread. Resolves when all its seeds were played, except for those above a
 * failed one.
 */
function playOnThread(share: Share, progress: Progress): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    let seed = share.from;
    const end = (finding: string | null): void => {
      clearTimeout(impatience);
      const findings = finding === null ? [] : [finding];
      if (finding !== null) progress.onFailed({ seed, failedAtStep: 0, findings, trace: [] });
      void worker.terminate().then(() => resolve());
    };
    const impatience = setTimeout(() => end('it never ends'), share.steps * PATIENCE_PER_STEP_MS);
    worker.on('error', (error) => end(String(error.stack)));
    worker.on('message', (message: Message) => {
      if (message.kind === 'ended') {
        if (message.failed !== null) progress.onFailed(message.failed);
        end(null);
        return;
      }
      progress.onPlayed();
      impatience.refresh();
      seed = message.seed + share.every;
      if (progress.isBeyondFailed(seed)) end(null);
    });
  });
}

async function play({ faultName, ...range }: Share): Promise<void> {
  // Loading the service takes as long as playing some seeds, so only threads load it.
  const { playSeeds } = await import('../test/simulation/play-seeds.ts');
  const fault = faultName === null ? null : (FAULTS[faultName] ?? null);
  const tell = (message: Message): void => parentPort?.postMessage(message);
  const failed = await playSeeds({ ...range, fault }, (seed) => tell({ kind: 'played', seed }));
  tell({ kind: 'ended', failed });
}

async function main(): Promise<void> {
  const order = readOrder();
  const begunAtMs = performance.now();
  const failed = await playOnThreads(order);
  const tookSec = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  if (failed === null) {
    say(`${order.to - order.from + 1} seeds are green, in ${tookSec} s`);
    return;
  }
  for (const line of [...failed.trace, ...failed.findings]) say(line);
  const fault = order.faultName === null ? '' : ` --fault ${order.faultName}`;
  const sql = order.isSql ? ' --sql' : '';
  say(`seed ${failed.seed} failed at step ${failed.failedAtStep}, after ${tookSec} s; again:`);
  say(`npm run sim -- --seed ${failed.seed} --steps ${order.steps}${fault}${sql}`);
  process.exitCode = 1;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

if (isMainThread) await main();
else await play(workerData);
