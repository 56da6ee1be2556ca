/**
 * `npm run sim`: the whole service in one process, over virtual time and from a seed.
 *
 *     npm run sim -- --seed 7 --steps 200          one seed, and all that happened if it fails
 *     npm run sim -- --seeds 1..10000              many, on all processors
 *     npm run sim -- --seeds 1..1000 --fault NAME  with a mistake that must be found
 *     npm run sim -- --seeds 1..50 --sql           over real PostgreSQL
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { FAULTS } from '../test/simulation/faults.ts';
import { playSeeds } from '../test/simulation/play-seeds.ts';
import type { SeedReport } from '../test/simulation/run-seed.ts';

interface Order {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly faultName: string | null;
  readonly isSql: boolean;
}

/** What one of several threads plays. */
interface Share extends Order {
  readonly every: number;
}

type Message =
  | { readonly kind: 'played' }
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
  if (!areNumbers) throw new Error('--seed N, --seeds A..B and --steps M take whole numbers');
  return { ...order, faultName, isSql: values.sql };
}

/** The failed seed with the lowest number of each thread; none when all is well. */
async function playOnThreads(order: Order): Promise<readonly SeedReport[]> {
  const count = order.to - order.from + 1;
  // A real database is asked by one thread at a time: it is the database that is tried then.
  const threads = order.isSql ? 1 : Math.min(availableParallelism(), count);
  let played = 0;
  const onPlayed = (): void => {
    played += 1;
    if (played % 100 === 0) say(`${played} of ${count} seeds`);
  };
  const shares = Array.from({ length: threads }, (_, index) => ({
    ...{ ...order, from: order.from + index, every: threads },
  }));
  const failed = await Promise.all(shares.map((share) => playOnThread(share, onPlayed)));
  return failed.filter((report) => report !== null);
}

function playOnThread(share: Share, onPlayed: () => void): Promise<SeedReport | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on('message', (message: Message) => {
      if (message.kind === 'played') onPlayed();
      else resolve(message.failed);
    });
    worker.on('error', reject);
  });
}

async function play({ faultName, ...range }: Share): Promise<void> {
  // Errors are part of the play, and their stacks are never looked at.
  if (range.from !== range.to) Error.stackTraceLimit = 0;
  const fault = faultName === null ? null : (FAULTS[faultName] ?? null);
  const tell = (message: Message): void => parentPort?.postMessage(message);
  const failed = await playSeeds({ ...range, fault }, () => tell({ kind: 'played' }));
  tell({ kind: 'ended', failed });
}

async function main(): Promise<void> {
  const order = readOrder();
  const begunAtMs = performance.now();
  const failed = await playOnThreads(order);
  const tookSec = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  for (const { seed, failedAtStep, findings, trace } of failed.slice(0, 1)) {
    for (const line of [...trace, ...findings]) say(line);
    const options = order.faultName === null ? '' : ` --fault ${order.faultName}`;
    say(`seed ${seed} failed at step ${failedAtStep}, after ${tookSec} s; to play it again:`);
    say(`npm run sim -- --seed ${seed} --steps ${order.steps}${options}`);
  }
  if (failed.length === 0) say(`${order.to - order.from + 1} seeds are green, in ${tookSec} s`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

if (isMainThread) await main();
else await play(workerData);
