/** Scenarios and external clients start the whole program. */
export const startsProgram = (path: string): boolean =>
  path.endsWith('.scenario.test.ts') || path.startsWith('test/oracle/');
