import type { Result } from '../base/result.ts';

/** A refusal as the end of a command: its sentence is printed, the status is not zero. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The answer was printed and it is a no: programs have read it, people get this sentence too. */
export class AnsweredNoError extends Error {
  override readonly name = 'AnsweredNoError';
}

export function orRefused<T, R extends { readonly message: string }>(result: Result<T, R>): T {
  if (!result.ok) throw new RefusedError(result.refusal.message);
  return result.value;
}
