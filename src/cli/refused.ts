import type { Result } from '../base/result.ts';

/** Ends a command with a refusal: prints the sentence and exits with status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Ends a command with status 1 after an output that answers the question with no. People get this
 * sentence as well.
 */
export class AnsweredNoError extends Error {
  override readonly name = 'AnsweredNoError';
}

/** Ends a command after its output, while the work that it began goes on without it. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

export function orRefused<T, R extends { readonly message: string }>(result: Result<T, R>): T {
  if (!result.ok) throw new RefusedError(result.refusal.message);
  return result.value;
}
