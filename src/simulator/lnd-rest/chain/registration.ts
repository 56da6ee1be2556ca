/**
 * LND's error when the script is missing that both kinds of registrations need; null when it is
 * there.
 */
export const scriptProblem = (script: string): string | null =>
  script === '' ? 'an output script must be provided' : null;

export const hintProblem = (heightHint: number): string | null =>
  heightHint === 0 ? 'a height hint greater than 0 must be provided' : null;
