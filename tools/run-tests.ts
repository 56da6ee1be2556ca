/**
 * `npm test`: style, types, structure and all tests that need nothing but npm, with one throw-away
 * database server. `npm run test:program` runs the tests that start the whole program, of which
 * `npm test` has two. Paths keep the files whose path contains one of them, of both.
 *
 *     npm test
 *     npm test -- test/unit
 *     npm test -- money --test-name-pattern=reserve
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { warmCompileCache } from '../test/support/running-service.ts';
import { startThrowAwayServer } from '../test/support/throw-away-server.ts';
import { type FileReport, TestProcess } from './tests/test-process.ts';

async function runTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      programs: { type: 'boolean', default: false },
      'test-name-pattern': { type: 'string', multiple: true, default: [] },
    },
  });
  const files = chooseTestFiles(positionals, values.programs);
  if (files.length === 0) {
    say(`no test file has a path with ${positionals.join(' or ')}`);
    return 1;
  }
  const beganAtMs = performance.now();
  const server = await startThrowAwayServer();
  const cacheDir = await mkdtemp(join(tmpdir(), 'satchel-compile-cache-'));
  process.env['TEST_POSTGRES'] = server.address;
  process.env['TEST_COMPILE_CACHE'] = cacheDir;
  const reports: FileReport[] = [];
  const namePatterns = values['test-name-pattern'];
  // Programs wait for each other for much of their time.
  const atOnce = Math.max(2, availableParallelism()) * (values.programs ? 2 : 1);
  try {
    if (values.programs) await warmCompileCache();
    await eachAtOnce(files, atOnce, async (worker, path) => {
      const report = await worker.run({ path, namePatterns });
      reports.push(report);
      tell(report, worker.output());
    });
  } finally {
    await server.stop();
    await rm(cacheDir, { recursive: true, force: true });
  }
  return sumUp(reports, (performance.now() - beganAtMs) / 1000);
}

/** They need programs that npm does not bring, or take long, and have scripts of their own. */
const APART = ['test/browser/', 'test/crash/', 'test/lnd/', 'test/python/'];
/** Their files start the whole program. */
const PROGRAMS = ['test/scenarios/', 'test/oracle/'];
/** Two that show in `npm test` that the program runs. */
const SHOWN = ['test/scenarios/first-run.test.ts', 'test/oracle/alby-sdk-8.test.ts'];

/** In the order in which they begin: what may take long comes first. */
function chooseTestFiles(parts: readonly string[], arePrograms: boolean): readonly string[] {
  const files = globSync('test/**/*.test.ts').filter((path) => !startsWithOne(path, APART));
  const chosen =
    parts.length > 0
      ? files.filter((path) => parts.some((part) => path.includes(part)))
      : files.filter((path) => isProgram(path) === arePrograms);
  const sizes = new Map(chosen.map((path) => [path, weigh(path)]));
  return chosen.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

const startsWithOne = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder));

const isProgram = (path: string): boolean => startsWithOne(path, PROGRAMS) && !SHOWN.includes(path);

const weigh = (path: string): number =>
  readFileSync(path).length + (/unit|http|contract|oauth/.test(path) ? 0 : 1_000_000);

/** Works on all files, on up to `atOnce` of them side by side. */
async function eachAtOnce(
  files: readonly string[],
  atOnce: number,
  work: (worker: TestProcess, path: string) => Promise<void>,
): Promise<void> {
  const waiting = [...files];
  const workNext = async (): Promise<void> => {
    const worker = new TestProcess(process.env);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await work(worker, path);
    }
    await worker.stop();
  };
  await Promise.all(Array.from({ length: atOnce }, workNext));
}

function tell({ path, passed, skipped, failures, tookSec }: FileReport, output: string): void {
  const count = passed + skipped + failures.length;
  const sign = failures.length === 0 ? '✔' : '✖';
  say(`${sign} ${path}: ${count} tests, ${tookSec.toFixed(1)} s`);
  if (failures.length === 0) return;
  for (const { name, line, error } of failures) {
    say(`\n✖ ${name} (${line === null ? path : `${path}:${line}`})\n${indent(error)}`);
  }
  if (output.trim() !== '') say(`\n  it printed:\n${indent(output)}`);
  say(`\n  alone: npm test -- ${path}\n`);
}

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ');

/** The last line is what a machine reads. */
function sumUp(reports: readonly FileReport[], tookSec: number): number {
  const failed = reports.filter(({ failures }) => failures.length > 0);
  const count = (of: (report: FileReport) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0);
  for (const { path } of failed) say(`failed: npm test -- ${path}`);
  say(`${reports.length} files in ${tookSec.toFixed(0)} s`);
  say(
    [
      `${count(({ passed }) => passed)} passed`,
      `${count(({ failures }) => failures.length)} failed`,
      `${count(({ skipped }) => skipped)} skipped`,
    ].join(', '),
  );
  return failed.length === 0 ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await runTests(process.argv.slice(2));
