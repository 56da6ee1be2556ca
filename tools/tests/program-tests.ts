/** Tests that start servers or other programs. */
const STARTING = [
  'test/app/launcher.unit.test.ts',
  'test/app/scheduled-backup.contract.test.ts',
  'test/database/standby-away.contract.test.ts',
  'test/database/standby.contract.test.ts',
  'test/payments/repeat-behind-standby.contract.test.ts',
  'test/simulator/simulator-process.unit.test.ts',
  'test/statements/statement-memory.contract.test.ts',
];

/** Scenarios and external clients start the whole program. What waits for clocks and processes. */
export const startsProgram = (path: string): boolean =>
  path.endsWith('.scenario.test.ts') || path.startsWith('test/oracle/') || STARTING.includes(path);

/** Tests that build a dozen databases, or play many seeds. */
const LONG = [
  'test/database/missing-guards.contract.test.ts',
  'test/simulation/faults-found.test.ts',
];
/** Shows in `npm test` that the program runs, with an external client. */
const SHOWN = 'test/oracle/alby-sdk-8.test.ts';

/** What `npm test` leaves to `npm run test:program`. */
export const isProgramTest = (path: string): boolean =>
  (startsProgram(path) || LONG.includes(path)) && path !== SHOWN;

/** Tests that need no database, and find at once what they find. */
const STATIC = ['test/tools/static-checks.unit.test.ts', 'test/tools/tidy.unit.test.ts'];
export const isStatic = (path: string): boolean => STATIC.includes(path);

/** Tests that need programs which npm does not bring, or take long: each has its own script. */
const APART = ['test/browser/', 'test/crash/', 'test/drill/', 'test/lnd/', 'test/python/'];
export const isApart = (path: string): boolean => APART.some((folder) => path.startsWith(folder));
