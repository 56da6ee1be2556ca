import { availableParallelism } from 'node:os';
import { openIdleMeter } from './idle-meter.ts';
import { type FileReport, TestProcess } from './test-process.ts';

const PROCESSORS = availableParallelism();
/**
 * How many files run at the same time while all processors are busy. There is one more file than
 * processors, because each file waits at times.
 */
const LEAST_AT_ONCE = PROCESSORS + 1;
/** The most files that run at the same time, even if the processors are idle. */
const MOST_AT_ONCE = 4 * Math.max(2, PROCESSORS);
/**
 * The interval at which idle processors are looked for. It is longer than a file takes to show how
 * much it computes.
 */
const LOOK_EVERY_MS = 1000;
/** The idle part of a processor from which one more file is started. */
const WORTH_USING = 0.2;

/**
 * Runs all files in this order. Some compute and some mostly wait, so the number that runs at the
 * same time depends on how idle the machine is.
 */
export async function runFiles(
  paths: readonly string[],
  namePatterns: readonly string[],
  onReport: (report: FileReport, output: string) => void,
): Promise<void> {
  const waiting = [...paths];
  const free: TestProcess[] = [];
  const running = new Set<Promise<void>>();
  const runNext = async (worker: TestProcess, path: string): Promise<void> => {
    onReport(await worker.run({ path, namePatterns }), worker.output());
    free.push(worker);
  };
  let atOnce = LEAST_AT_ONCE;
  const beginSome = (): void => {
    for (const path of waiting.splice(0, Math.max(0, atOnce - running.size))) {
      const worker = free.pop() ?? new TestProcess(process.env);
      const run = runNext(worker, path).finally(() => running.delete(run));
      running.add(run);
    }
  };
  const idleProcessors = openIdleMeter();
  const looking = setInterval(() => {
    const isIdle = idleProcessors() > WORTH_USING;
    atOnce = isIdle ? Math.min(MOST_AT_ONCE, atOnce + 1) : Math.max(LEAST_AT_ONCE, atOnce - 1);
    beginSome();
  }, LOOK_EVERY_MS);
  try {
    while (waiting.length > 0 || running.size > 0) {
      beginSome();
      await Promise.race(running);
    }
  } finally {
    clearInterval(looking);
    await Promise.all(free.map((worker) => worker.stop()));
  }
}
