import { startsProgram } from './program-tests.ts';
import type { Suite } from './run-suite.ts';

const BROWSER = ['--test', '--test-isolation=none', '--test-timeout=600000'];
const BROWSER_FILES = ['test/browser/*.test.ts'];
const PYTHON = ['--test', '--test-timeout=300000'];
const PYTHON_FILES = ['test/python/*.test.ts'];
const DRILL = ['tools/run-drill.ts'];
/**
 * The crash test with the fewest rounds that contain each kind: service and database are killed
 * under load and in recovery, and the database goes back.
 */
const CRASH = ['tools/run-crash-test.ts', '--rounds', '6'];
const SIMULATION = ['tools/simulate.ts', '--steps', '100'];

/**
 * The arguments that are test files; none if a failed test is written in a file that several test
 * files share.
 */
const testFiles = (paths: readonly string[]): readonly string[] =>
  paths.every((path) => path.endsWith('.test.ts')) ? paths : [];

const filesOr = (paths: readonly string[], all: readonly string[]): readonly string[] => {
  const files = testFiles(paths);
  return files.length === 0 ? all : files;
};

/**
 * The arguments for a second try. Most tests of this suite depend neither on clocks nor on
 * processes. If one of them has failed, there is no second try.
 */
function tryProgramsAgain(paths: readonly string[]): readonly string[] | null {
  const files = testFiles(paths);
  return files.length > 0 && files.every(startsProgram) ? ['tools/run-tests.ts', ...files] : null;
}

/** All suites of CI. Lanes run at the same time, and the suites of a lane one after the other. */
export const LANES: readonly (readonly Suite[])[] = [
  [{ name: 'tests', args: ['tools/run-tests.ts', '--all'], again: tryProgramsAgain }],
  // The suites that take longest besides the first lane, so they begin at once.
  [
    {
      name: 'browser',
      args: [...BROWSER, ...BROWSER_FILES],
      again: (paths) => [...BROWSER, ...filesOr(paths, BROWSER_FILES)],
    },
    // The seeds after those that `npm test` plays.
    { name: 'sim', args: [...SIMULATION, '--seeds', '5..64'] },
    { name: 'sim-sql', args: [...SIMULATION, '--seeds', '3..4', '--sql'] },
  ],
  // Suites that mostly wait, after LND was built.
  [
    {
      name: 'lnd',
      args: ['tools/run-lnd-tests.ts', '--crash', '30'],
      again: (paths) => ['tools/run-lnd-tests.ts', ...testFiles(paths)],
    },
    { name: 'crash', args: CRASH, again: () => CRASH },
  ],
  [
    { name: 'drill', args: DRILL, again: () => DRILL },
    {
      name: 'python',
      args: [...PYTHON, ...PYTHON_FILES],
      again: (paths) => [...PYTHON, ...filesOr(paths, PYTHON_FILES)],
    },
    // The packed program in empty folders, with two versions of npm and Node.
    { name: 'package', args: ['tools/try-package.ts', '--some'] },
    // The steps of the Dockerfile, run as an ordinary user.
    { name: 'image', args: ['tools/try-image.ts'] },
  ],
];
