/**
 * LND's error for a registration without the script that it needs; null when the script is there.
 */
export const scriptProblem = (script: string): string | null =>
  script === '' ? 'an output script must be provided' : null;

export const hintProblem = (heightHint: number): string | null =>
  heightHint === 0 ? 'a height hint greater than 0 must be provided' : null;
