import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

export interface RetryOptions {
  /** Calls in all, the first one included. */
  readonly maxAttempts: number;
  /** Upper bound of the first pause; each further bound is twice the one before. */
  readonly firstPauseMs: number;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/** Repeats a call that failed for a passing reason, with pauses that do not march in step. */
export async function retry<T>(
  options: RetryOptions,
  call: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(attempt);
    } catch (error) {
      if (attempt >= options.maxAttempts || !options.isRetryable(error)) throw error;
    }
    await options.clock.sleep(pauseMs(options, attempt));
  }
}

/** Anywhere between nothing and the bound: callers that failed together come back apart. */
function pauseMs(options: RetryOptions, attempt: number): number {
  const bytes = options.random.bytes(4);
  const share = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
  return share * options.firstPauseMs * 2 ** (attempt - 1);
}
