/** LND's words for what both kinds of registrations need. */
export function registrationProblem(script: string, heightHint: number): string | null {
  if (script === '') return 'an output script must be provided';
  return heightHint === 0 ? 'a height hint greater than 0 must be provided' : null;
}
