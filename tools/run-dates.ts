/**
 * `npm run test:dates`: runs the tests of `npm test` at moments when days, weeks, months, years and
 * the offsets of time zones change, in three zones. The clocks of the tests, of the programs that
 * they start and of the database servers are moved by the same time, which takes Linux and a C
 * compiler. Arguments select the files whose path contains one of them.
 *
 *     npm run test:dates
 *     npm run test:dates -- budgets statements
 *     npm run test:dates -- --at 2027-01-01T00:05 --zone Asia/Kolkata    at a time of UTC
 */
import { parseArgs } from 'node:util';
import { isZone, MOMENTS, type Moment, offsetTo, readMoment, ZONES } from './dates/moments.ts';
import { makeMovedCopy } from './dates/moved-copy.ts';
import { installClients } from './install-clients.ts';
import { findFiles } from './tests/find-files.ts';
import { isApart, isProgramTest, isStatic } from './tests/program-tests.ts';
import { runSuite, type SuiteReport } from './tests/run-suite.ts';
import { showSums } from './tests/test-sums.ts';

async function runDates(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      at: { type: 'string', multiple: true, default: [] },
      zone: { type: 'string', multiple: true, default: [] },
    },
  });
  const asked = values.at.map(readMoment);
  const files = chooseFiles(positionals);
  if (asked.includes(null)) return complain('--at takes a time such as 2027-01-01T00:05');
  if (!values.zone.every(isZone)) return complain('--zone takes a name such as Asia/Kolkata');
  if (files.length === 0) return complain(`no test has a path with ${positionals.join(' or ')}`);
  const named = asked.filter((moment) => moment !== null);
  const moments = named.length > 0 ? named : MOMENTS;
  const zones = values.zone.length > 0 ? values.zone : ZONES;
  await installClients();
  const copy = await makeMovedCopy();
  const over = new AbortController();
  process.on('SIGINT', () => over.abort()).on('SIGTERM', () => over.abort());
  const run = async (moment: Moment, zone: string): Promise<SuiteReport> => {
    const variables = await copy.moveClock(offsetTo(moment, Date.now()));
    return await runSuite(
      {
        name: `${moment.at} UTC, ${zone} (${moment.name})`,
        args: ['tools/run-tests.ts', ...files],
        folder: copy.folder,
        variables: { ...variables, TZ: zone },
      },
      over.signal,
      (line) => (line.startsWith('✖') ? say(`  ${line}`) : undefined),
    );
  };
  const reports: SuiteReport[] = [];
  try {
    for (const moment of moments) {
      for (const zone of zones) {
        if (over.signal.aborted) break;
        const report = await run(moment, zone);
        reports.push(report);
        tell(report);
      }
    }
  } finally {
    await copy.remove();
  }
  const red = reports.filter(({ isGreen }) => !isGreen);
  say(`${files.length} files: green ${reports.length - red.length} times, red ${red.length} times`);
  return red.length === 0 && reports.length === moments.length * zones.length ? 0 : 1;
}

/**
 * Selects the test files, without those that check the texts of files, for which the time does not
 * matter.
 */
function chooseFiles(parts: readonly string[]): readonly string[] {
  const files = findFiles('test/**/*.test.ts').filter((path) => !isApart(path) && !isStatic(path));
  return parts.length > 0
    ? files.filter((path) => parts.some((part) => path.includes(part)))
    : files.filter((path) => !isProgramTest(path));
}

function tell({ name, isGreen, sums, tookSec, reasons, lastLines }: SuiteReport): void {
  say(`${isGreen ? '✔' : '✖'} ${name}: ${showSums(sums)}, ${tookSec.toFixed(0)} s`);
  if (isGreen) return;
  for (const line of reasons.length > 0 ? reasons : lastLines) say(`    ${line}`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function complain(words: string): number {
  process.stderr.write(`${words}\n`);
  return 1;
}

process.exitCode = await runDates(process.argv.slice(2));
