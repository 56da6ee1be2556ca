import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { addLine, NO_TESTS, type TestSums } from './test-sums.ts';

export interface Suite {
  readonly name: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  /** The folder in which the suite runs, and environment variables for it. */
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * For suites that depend on clocks and processes: the arguments for a second try of the files
   * whose tests failed, or of all files if none is named; null when a second try would prove
   * nothing.
   */
  readonly again?: (failedFiles: readonly string[]) => readonly string[] | null;
}

export interface SuiteReport {
  readonly name: string;
  readonly isGreen: boolean;
  readonly sums: TestSums;
  readonly tookSec: number;
  /** The processor seconds that the suite and its children used; null where Linux does not tell. */
  readonly usedSec: number | null;
  /** The last lines that the suite printed. */
  readonly lastLines: readonly string[];
  /** What the test runner, ours or Node's, printed at its end about failed tests. */
  readonly reasons: readonly string[];
}

const KEPT_LINES = 20;
const KEPT_REASONS = 60;
const REASONS_BEGIN = /^(✖ failing tests:|failed: npm test -- .+)$/;

/** Runs a suite. A signal to end is passed on to the suite, so that it can clean up. */
export async function runSuite(
  { name, args, folder, variables }: Suite,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<SuiteReport> {
  const beganAtMs = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const end = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  let sums = NO_TESTS;
  const lastLines: string[] = [];
  const reasons: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      sums = addLine(sums, line);
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      const isReason = reasons.length > 0 || REASONS_BEGIN.test(line);
      if (isReason && reasons.length < KEPT_REASONS) reasons.push(line);
      onLine(line);
    });
  }
  const used = once(child, 'exit').then(takeUsedSec);
  const [status] = await once(child, 'close');
  signal.removeEventListener('abort', end);
  const tookSec = (performance.now() - beganAtMs) / 1000;
  return {
    name,
    isGreen: status === 0,
    sums: wholeSums(sums, status),
    tookSec,
    usedSec: await used,
    lastLines,
    reasons,
  };
}

const OWN_TIMES = '/proc/self/stat';
/** Linux shows these times in hundredths of a second, whatever unit the kernel uses itself. */
const TICKS_PER_SEC = 100;
let countedSec = 0;

/**
 * Reads the processor seconds of children that have ended since the last call (proc(5): cutime and
 * cstime).
 */
function takeUsedSec(): number | null {
  if (!existsSync(OWN_TIMES)) return null;
  // The name of the program is in brackets and may have spaces. The fields behind it have none.
  const fields = readFileSync(OWN_TIMES, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const allSec = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SEC;
  const usedSec = allSec - countedSec;
  countedSec = allSec;
  return usedSec;
}

/**
 * Completes the counts of a suite. A suite that reports no tests counts as one test, and so does a
 * failure that no test reports.
 */
function wholeSums(sums: TestSums, status: unknown): TestSums {
  if (status !== 0) return { ...sums, failed: Math.max(1, sums.failed) };
  return { ...sums, passed: Math.max(1, sums.passed) };
}
