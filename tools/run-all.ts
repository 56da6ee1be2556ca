/**
 * `npm run test:all`: every suite, as CI runs them. Some mostly wait, so lanes of suites run beside
 * each other, and each line says whose it is. What failed is named at the end. The last line is for
 * machines.
 */
import { runSuite, type Suite, type SuiteReport } from './tests/run-suite.ts';
import { openTestGround } from './tests/test-ground.ts';
import { addCounts, NO_TESTS, showSums, type TestCounts } from './tests/test-sums.ts';

const LANES: readonly (readonly Suite[])[] = [
  [{ name: 'tests', args: ['tools/run-tests.ts', '--all'] }],
  // The longest but that one: nothing stands before it.
  [
    {
      name: 'browser',
      args: ['--test', '--test-isolation=none', '--test-timeout=600000', 'test/browser/*.test.ts'],
    },
  ],
  // They mostly wait, once LND is built.
  [
    { name: 'lnd', args: ['tools/run-lnd-tests.ts'] },
    { name: 'drill', args: ['tools/run-drill.ts'] },
    { name: 'crash', args: ['tools/run-crash-test.ts', '--rounds', '14'] },
  ],
  [
    { name: 'python', args: ['--test', '--test-timeout=300000', 'test/python/*.test.ts'] },
    // The packed program in empty folders, by several versions of npm and Node.
    { name: 'package', args: ['tools/try-package.ts'] },
    // The steps of the container file, as an ordinary user.
    { name: 'image', args: ['tools/try-image.ts'] },
  ],
];

async function runAll(): Promise<number> {
  const over = new AbortController();
  // What a terminal sends comes to the suites by itself; a signal to end is passed on.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => over.abort());
  const beganAtMs = performance.now();
  const ground = await openTestGround(true);
  const reports: SuiteReport[] = [];
  const runLane = async (lane: readonly Suite[]): Promise<void> => {
    for (const suite of lane) {
      if (over.signal.aborted) return;
      const margin = suite.name.padEnd(7);
      reports.push(await runSuite(suite, over.signal, (line) => say(`${margin} | ${line}`)));
    }
  };
  try {
    await Promise.all(LANES.map(runLane));
  } finally {
    await ground.close();
  }
  say(`\nall suites in ${((performance.now() - beganAtMs) / 1000).toFixed(0)} s`);
  return sumUp(reports);
}

const MOST_NAMES = 15;

function sumUp(reports: readonly SuiteReport[]): number {
  for (const { name, sums, tookSec } of reports) {
    say(`  ${name}: ${showSums(sums)}, ${tookSec.toFixed(0)} s`);
  }
  const red = reports.filter(({ isGreen }) => !isGreen);
  for (const { name, sums, lastLines, reasons } of red) {
    const names = sums.failedNames.slice(0, MOST_NAMES);
    const more = sums.failedNames.length - names.length;
    say(`\nfailed: ${name}`);
    for (const one of names) say(`  ✖ ${one}`);
    if (more > 0) say(`  and ${more} more`);
    for (const line of reasons) say(`    ${line}`);
    // It broke outside of its tests.
    if (names.length === 0) for (const line of lastLines) say(`    ${line}`);
  }
  const count = LANES.flat().length;
  if (reports.length < count) say(`\nonly ${reports.length} of ${count} suites ran`);
  const counts = reports.map(({ sums }): TestCounts => sums).reduce(addCounts, NO_TESTS);
  say(`\n${showSums(counts)}`);
  return red.length === 0 && reports.length === count ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await runAll();
