import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

export interface RetryOptions {
  /** Total number of calls, including the first one. */
  readonly maxAttempts: number;
  /** Upper bound of the first pause; each further bound is twice the previous one. */
  readonly firstPauseMs: number;
  /** The longest pause; if omitted, pauses go on doubling. */
  readonly maxPauseMs?: number;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/** Repeats a call that failed for a transient reason, a bounded number of times. */
export async function retry<T>(options: RetryOptions, call: () => Promise<T>): Promise<T> {
  const pauses = {
    firstMs: options.firstPauseMs,
    maxMs: options.maxPauseMs ?? Number.POSITIVE_INFINITY,
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= options.maxAttempts || !options.isRetryable(error)) throw error;
    }
    await options.clock.sleep(backoffMs(pauses, attempt, options.random));
  }
}
