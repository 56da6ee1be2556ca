import type { Result } from '../base/result.ts';

/** Ends a command with a refusal: prints the sentence and exits with status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Ends a command whose output is already printed and is a no. People get this sentence as well. */
export class AnsweredNoError extends Error {
  override readonly name = 'AnsweredNoError';
}

/** Ends a command whose output is already printed, while its work goes on without it. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

export function orRefused<T, R extends { readonly message: string }>(result: Result<T, R>): T {
  if (!result.ok) throw new RefusedError(result.refusal.message);
  return result.value;
}
