import type { Checker } from './checker.ts';

/** No assertion of the service breaks, whatever happens around it. */
export const noBug: Checker = ({ model }) =>
  model.bugs.map((error) => `a bug: ${error instanceof Error ? error.stack : error}`);
