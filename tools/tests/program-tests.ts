/** Their files start the whole program. */
const PROGRAMS = ['test/scenarios/', 'test/oracle/'];

export const startsProgram = (path: string): boolean =>
  PROGRAMS.some((folder) => path.startsWith(folder));
