/**
 * `npm run test:all`: runs every suite, as CI does. Some suites mostly wait, so several lanes of
 * suites run at the same time, and each line of output names its suite. If tests fail in a suite
 * that depends on clocks and processes, they run once more at the end, alone. Those that pass then
 * are listed under "passed the second time"; otherwise the run has failed. The last line is for
 * machines.
 */
import { installClients } from './install-clients.ts';
import { runSuite, type Suite, type SuiteReport } from './tests/run-suite.ts';
import { LANES } from './tests/suites.ts';
import { openTestGround } from './tests/test-ground.ts';
import { addCounts, NO_TESTS, showSums, type TestCounts } from './tests/test-sums.ts';

/** The result of a suite, and that of its second try if there was one. */
interface Tries {
  readonly first: SuiteReport;
  readonly second: SuiteReport | null;
}

async function runAll(): Promise<number> {
  const over = new AbortController();
  // The terminal sends Ctrl-C to the suites as well, so it is ignored here; SIGTERM is passed on.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => over.abort());
  const beganAtMs = performance.now();
  const [ground] = await Promise.all([openTestGround(true), installClients()]);
  const run = (suite: Suite, margin: string): Promise<SuiteReport> =>
    runSuite(suite, over.signal, (line) => say(`${margin.padEnd(7)} | ${line}`));
  const done: { suite: Suite; first: SuiteReport }[] = [];
  const runLane = async (lane: readonly Suite[]): Promise<void> => {
    for (const suite of lane) {
      if (over.signal.aborted) return;
      done.push({ suite, first: await run(suite, suite.name) });
    }
  };
  const tries: Tries[] = [];
  try {
    await Promise.all(LANES.map(runLane));
    for (const { suite, first } of done) {
      const args = first.isGreen ? null : (suite.again?.(first.sums.failedFiles) ?? null);
      const isTriedAgain = args !== null && !over.signal.aborted;
      const second = isTriedAgain ? await run({ name: suite.name, args }, 'again') : null;
      tries.push({ first, second });
    }
  } finally {
    await ground.close();
  }
  say(`\nall suites in ${((performance.now() - beganAtMs) / 1000).toFixed(0)} s`);
  return sumUp(tries);
}

function sumUp(tries: readonly Tries[]): number {
  for (const { first } of tries) {
    const used = first.usedSec === null ? '' : `, computing ${first.usedSec.toFixed(0)} s`;
    say(`  ${first.name}: ${showSums(first.sums)}, ${first.tookSec.toFixed(0)} s${used}`);
  }
  const red = tries.filter(({ first, second }) => !first.isGreen && second?.isGreen !== true);
  for (const { first, second } of tries) {
    if (second?.isGreen === true) describeFailure(first, 'passed the second time');
  }
  for (const { first, second } of red) describeFailure(second ?? first, 'failed');
  const count = LANES.flat().length;
  if (tries.length < count) say(`\nonly ${tries.length} of ${count} suites ran`);
  say(`\n${showSums(tries.map(countTests).reduce(addCounts, NO_TESTS))}`);
  return red.length === 0 && tries.length === count ? 0 : 1;
}

/** Counts tests. The second try counts for a test that has failed at first. */
function countTests({ first, second }: Tries): TestCounts {
  const { passed, failed, skipped } = first.sums;
  return second?.isGreen === true ? { passed: passed + failed, failed: 0, skipped } : first.sums;
}

const MOST_NAMES = 15;

function describeFailure({ name, sums, lastLines, reasons }: SuiteReport, verdict: string): void {
  const names = sums.failedNames.slice(0, MOST_NAMES);
  const more = sums.failedNames.length - names.length;
  say(`\n${verdict}: ${name}`);
  for (const one of names) say(`  ✖ ${one}`);
  if (more > 0) say(`  and ${more} more`);
  for (const line of reasons) say(`    ${line}`);
  // The suite failed outside of its tests.
  if (names.length === 0) for (const line of lastLines) say(`    ${line}`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await runAll();
