/**
 * A process that runs test files one after the other, as tools/run-tests.ts sends them. What the
 * files import is loaded only once. A file has ended when nothing of it keeps the process alive any
 * more, as if it had a process of its own.
 */
import { readFileSync } from 'node:fs';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/** A message to the worker: run a file. */
export interface TestOrder {
  readonly path: string;
  readonly namePatterns: readonly string[];
}

/** A message of the worker. */
export type WorkerMessage =
  | { readonly kind: 'began'; readonly name: string }
  | { readonly kind: 'passed' | 'skipped' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The tests of the file have ended, and it has left nothing open. */
  | { readonly kind: 'ended'; readonly usedSec: number };

export interface Failure {
  readonly name: string;
  readonly line: number | null;
  readonly error: string;
}

/** The time after which a test counts as hanging, however busy the machine is. */
const TEST_TIMEOUT_MS = 480_000;
/**
 * The time without a message after which something counts as left open. No test is silent for so
 * long.
 */
const SILENCE_LIMIT_MS = TEST_TIMEOUT_MS + 20_000;

const tell = (message: WorkerMessage): void => void process.send?.(message);

process.on('message', (order: TestOrder) => void runFile(order));
process.on('disconnect', () => process.exit());

/**
 * Runs a file. The test runner ends it when the event loop is empty, so the channel to the parent
 * must not keep the loop alive.
 */
async function runFile(order: TestOrder): Promise<void> {
  process.channel?.unref();
  const before = usedProcessorSec();
  const silence = setTimeout(() => {
    fail('after its tests', `it leaves open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, SILENCE_LIMIT_MS).unref();
  await tellEvents(order, () => silence.refresh());
  clearTimeout(silence);
  process.channel?.ref();
  tell({ kind: 'ended', usedSec: usedProcessorSec() - before });
}

/**
 * Processor time used by this process and, where the system tells, by ended programs that it had
 * started.
 */
function usedProcessorSec(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + usedByEndedSec();
}

const TICKS_PER_SEC = 100;

/**
 * Processor time of ended child processes: fields 16 and 17 of stat, counted from the end of the
 * program's name.
 */
function usedByEndedSec(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SEC;
  } catch {
    return 0;
  }
}

async function tellEvents({ path, namePatterns }: TestOrder, onEvent: () => void): Promise<void> {
  const diagnostics: string[] = [];
  let failedCount = 0;
  const events = run({
    files: [path],
    isolation: 'none',
    timeout: TEST_TIMEOUT_MS,
    ...(namePatterns.length === 0 ? {} : { testNamePatterns: [...namePatterns] }),
  });
  for await (const event of events) {
    onEvent();
    if (event.type === 'test:diagnostic') diagnostics.push(event.data.message);
    const message = messageOf(event);
    if (message?.kind === 'failed') failedCount += 1;
    if (message !== null) tell(message);
  }
  // The test runner ignores what a file throws after it has declared its first test.
  await import(pathToFileURL(path).href).catch((error: unknown) => {
    if (failedCount === 0) fail('outside its tests', describe(error));
    failedCount += 1;
  });
  // An error after the last test is seen only in the exit status of the process.
  if ((process.exitCode ?? 0) !== 0 && failedCount === 0) {
    fail('outside its tests', diagnostics.join('\n'));
  }
  process.exitCode = 0;
}

function fail(name: string, error: string): void {
  tell({ kind: 'failed', failure: { name, line: null, error } });
}

function messageOf(event: TestEvent): WorkerMessage | null {
  switch (event.type) {
    case 'test:dequeue':
      return { kind: 'began', name: event.data.name };
    case 'test:pass': {
      const { details, skip, todo } = event.data;
      if (details.type === 'suite') return null;
      return { kind: skip === undefined && todo === undefined ? 'passed' : 'skipped' };
    }
    case 'test:fail': {
      const { name, line, details } = event.data;
      if (failureTypeOf(details.error) === 'subtestsFailed') return null;
      const error = describe(details.error.cause ?? details.error);
      return { kind: 'failed', failure: { name, line: line ?? null, error } };
    }
    default:
      return null;
  }
}

/**
 * Why the runner counts a test as failed. A suite is left out if its own tests have failed, because
 * these are reported themselves.
 */
const failureTypeOf = (error: Error): unknown =>
  'failureType' in error ? error.failureType : undefined;

function describe(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error, { depth: 5 });
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
