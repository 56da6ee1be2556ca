/**
 * `npm test`: checks style, types and structure, and runs all tests that need nothing but npm, with
 * one throw-away database server. `npm run test:program` runs the tests that start the whole
 * program, except for one which `npm test` has, and others that take long. `--all` runs both kinds.
 * Arguments select the files of both kinds whose path contains one of them.
 *
 *     npm test
 *     npm test -- test/webhooks
 *     npm test -- money --test-name-pattern=reserve
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installClients } from './install-clients.ts';
import { findFiles } from './tests/find-files.ts';
import { isApart, isProgramTest, isStatic } from './tests/program-tests.ts';
import { runFiles } from './tests/run-files.ts';
import { openTestGround } from './tests/test-ground.ts';
import type { FileReport } from './tests/test-process.ts';
import { showSums } from './tests/test-sums.ts';

async function runTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      programs: { type: 'boolean', default: false },
      'test-name-pattern': { type: 'string', multiple: true, default: [] },
    },
  });
  const files = chooseTestFiles(positionals, values);
  if (files.length === 0) {
    say(`no test file has a path with ${positionals.join(' or ')}`);
    return 1;
  }
  await installClients();
  const beganAtMs = performance.now();
  const reports: FileReport[] = [];
  const run = (paths: readonly string[]): Promise<void> =>
    runFiles(paths, values['test-name-pattern'], (report, output) => {
      reports.push(report);
      tell(report, output);
    });
  const [ground] = await Promise.all([
    openTestGround(values.programs || values.all),
    run(files.filter(isStatic)),
  ]);
  try {
    if (reports.some(({ failures }) => failures.length > 0)) {
      say('style, types and structure come first: nothing else was run');
    } else {
      await run(files.filter((path) => !isStatic(path)));
    }
  } finally {
    await ground.close();
  }
  return sumUp(reports, (performance.now() - beganAtMs) / 1000);
}

/**
 * The test files that take longest, mostly by waiting. They begin first, so that the run ends
 * sooner. The very first one inspects everything that its process has loaded, so it comes before
 * others load more.
 */
const LONGEST = [
  'test/tools/reading-loops.unit.test.ts',
  'test/web/live.pages.test.ts',
  'test/simulation/simulation.test.ts',
  'test/simulation/faults-found.test.ts',
  'test/database/upgrade.contract.test.ts',
  'test/app/first-run.scenario.test.ts',
  'test/database/missing-guards.contract.test.ts',
  'test/database/standby-away.contract.test.ts',
  'test/nwc/random-payments.relay.test.ts',
  'test/backups/backup.contract.test.ts',
  'test/nwc/nwc-two-processes.scenario.test.ts',
  'test/nwc/nwc-external-processes.scenario.test.ts',
  'test/nwc/nwc-requests.scenario.test.ts',
  'test/app/stop.scenario.test.ts',
];

interface Choice {
  readonly all: boolean;
  readonly programs: boolean;
}

/** Selects the test files in the order in which they begin: those that take long come first. */
function chooseTestFiles(parts: readonly string[], choice: Choice): readonly string[] {
  const isNamed = (path: string): boolean => parts.some((part) => path.includes(part));
  const all = findFiles('test/**/*.test.ts');
  for (const path of all.filter((one) => isApart(one) && isNamed(one))) {
    say(`left out, as its folder has a script of its own: ${path}`);
  }
  const files = all.filter((path) => !isApart(path));
  const chosen =
    parts.length > 0
      ? files.filter(isNamed)
      : files.filter((path) => choice.all || isProgramTest(path) === choice.programs);
  const sizes = new Map(chosen.map((path) => [path, weigh(path)]));
  return chosen.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

function weigh(path: string): number {
  const place = LONGEST.indexOf(path);
  if (place !== -1) return Number.MAX_SAFE_INTEGER - place;
  const isShort = /\.(unit|http|pages|relay|oauth|contract)\./.test(path);
  return readFileSync(path).length + (isShort ? 0 : 1_000_000);
}

function tell(report: FileReport, output: string): void {
  const { path, passed, skipped, failures, tookSec, usedSec } = report;
  const count = passed + skipped + failures.length;
  const sign = failures.length === 0 ? '✔' : '✖';
  const times = `${tookSec.toFixed(1)} s, computing ${usedSec.toFixed(1)} s`;
  say(`${sign} ${path}: ${count} tests, ${times}`);
  if (failures.length === 0) return;
  for (const { name, line, error } of failures) {
    say(`\n✖ ${name} (${line === null ? path : `${path}:${line}`})\n${indent(error)}`);
  }
  if (output.trim() !== '') say(`\n  it printed:\n${indent(output)}`);
  say(`\n  alone: npm test -- ${path}\n`);
}

const firstLines = (text: string): string => text.split('\n').slice(0, 12).join('\n');

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ');

/** Prints the summary, whose last line is for machines. */
function sumUp(reports: readonly FileReport[], tookSec: number): number {
  const failed = reports.filter(({ failures }) => failures.length > 0);
  const count = (of: (report: FileReport) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0);
  for (const { path, failures } of failed) {
    say(`failed: npm test -- ${path}`);
    // Failures are printed again here, so that they are seen by someone who looks only at the end.
    for (const { name, error } of failures) say(`  ${name}\n${indent(firstLines(error))}`);
  }
  say(`${reports.length} files in ${tookSec.toFixed(0)} s`);
  say(
    showSums({
      passed: count(({ passed }) => passed),
      failed: count(({ failures }) => failures.length),
      skipped: count(({ skipped }) => skipped),
    }),
  );
  return failed.length === 0 ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await runTests(process.argv.slice(2));
