import { join, relative } from 'node:path';
import fc from 'fast-check';
import { runsOf, testSeed } from './seeds.ts';

interface CheckOptions {
  /** The number of cases in CI. `npm test` plays fewer. */
  readonly numRuns?: number;
  /** The exact number of cases, for one of many rounds that the caller counts. */
  readonly exactRuns?: number;
  /** The seed of one of many rounds. By default, it is the seed of this run of the tests. */
  readonly seed?: number;
}

const USUAL_RUNS = 100;
const ROOT = join(import.meta.dirname, '../..');

/**
 * Calls `fc.assert` with the seed of this run. A failure says how to repeat its case alone:
 * `TEST_CASE` names the line of the test, the seed, and the path of fast-check.
 */
export function checkProperty<Ts>(
  property: fc.IAsyncProperty<Ts>,
  options?: CheckOptions,
): Promise<void>;
export function checkProperty<Ts>(property: fc.IProperty<Ts>, options?: CheckOptions): void;
export function checkProperty<Ts>(
  property: fc.IAsyncProperty<Ts> | fc.IProperty<Ts>,
  options: CheckOptions = {},
): Promise<void> | void {
  const place = placeOfTest(new Error().stack ?? '');
  const reporter = (run: fc.RunDetails<Ts>): void => {
    if (run.failed) throw new Error(describeFailure(place, run), { cause: run.errorInstance });
  };
  const parameters: fc.Parameters<Ts> = {
    seed: options.seed ?? testSeed(),
    numRuns: options.exactRuns ?? runsOf(options.numRuns ?? USUAL_RUNS),
    ...readCase(place, process.env['TEST_CASE'] ?? ''),
    reporter,
  };
  return fc.assert<Ts>(property, parameters);
}

/** The outermost call in a test file, such as `test/base/x.unit.test.ts:12`. */
function placeOfTest(stack: string): string {
  const frames = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+\.test\.ts):(\d+):\d+/g)];
  const [, path = '', line = ''] = frames.at(-1) ?? [];
  return `${relative(ROOT, path)}:${line}`;
}

/** Reads `test/base/x.unit.test.ts:12@seed@path`; empty when it names another place. */
function readCase(place: string, text: string): { seed?: number; path?: string } {
  const [named, seed, path] = text.split('@');
  if (named !== place || seed === undefined || path === undefined) return {};
  return { seed: Number(seed), path };
}

function describeFailure<Ts>(place: string, run: fc.RunDetails<Ts>): string {
  const file = place.replace(/:\d+$/, '');
  const again = `TEST_CASE=${place}@${run.seed}@${run.counterexamplePath ?? ''} npm test -- ${file}`;
  return `${fc.defaultReportMessage(run) ?? ''}\n\nrepeat it: ${again}\n`;
}
