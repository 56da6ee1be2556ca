/** Paths of tests that start servers or other programs. */
const STARTING = [
  'test/app/launcher.unit.test.ts',
  'test/app/scheduled-backup.contract.test.ts',
  'test/database/standby-away.contract.test.ts',
  'test/database/standby.contract.test.ts',
  'test/payments/repeat-behind-standby.contract.test.ts',
  'test/simulator/simulator-process.unit.test.ts',
  'test/statements/statement-memory.contract.test.ts',
];

/**
 * Whether a test starts the whole program, as scenarios and external clients do, so that it waits
 * for clocks and processes.
 */
export const startsProgram = (path: string): boolean =>
  path.endsWith('.scenario.test.ts') || path.startsWith('test/oracle/') || STARTING.includes(path);

/** Tests that build a dozen databases, or play many seeds. */
const LONG = [
  'test/database/missing-guards.contract.test.ts',
  'test/simulation/faults-found.test.ts',
];
/** The test with which `npm test` shows that the program runs, with an external client. */
const SHOWN = 'test/oracle/alby-sdk-8.test.ts';

/** Whether a test is left out of `npm test`, and runs with `npm run test:program`. */
export const isProgramTest = (path: string): boolean =>
  (startsProgram(path) || LONG.includes(path)) && path !== SHOWN;

/** Tests that check source files. They need no database and are quick. */
const STATIC = ['test/tools/static-checks.unit.test.ts', 'test/tools/tidy.unit.test.ts'];
export const isStatic = (path: string): boolean => STATIC.includes(path);

/**
 * Tests that need programs which npm does not install, or that take long. Each folder has a script
 * of its own.
 */
const APART = ['test/browser/', 'test/crash/', 'test/drill/', 'test/lnd/', 'test/python/'];
export const isApart = (path: string): boolean => APART.some((folder) => path.startsWith(folder));
