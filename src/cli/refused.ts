import type { Result } from '../base/result.ts';

/** Ends a command with a refusal: prints the sentence and exits with status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Ends a command with status 1 after it has printed its output, because the answer is no: for
 * example, a check has findings. The message is printed as well when the output is for people.
 */
export class AnsweredNoError extends Error {
  override readonly name = 'AnsweredNoError';
}

/** Ends a command after its output, while the work that it has ordered goes on in the service. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

export function orRefused<T, R extends { readonly message: string }>(result: Result<T, R>): T {
  if (!result.ok) throw new RefusedError(result.refusal.message);
  return result.value;
}
