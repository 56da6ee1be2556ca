import type { Clock } from './clock.ts';

/**
 * Keeps an answer for `keepMs`. Concurrent callers share one question, and later callers get its
 * answer while it is fresh. A failure goes to those who waited for it and is not kept.
 */
export function cacheFor<T>(
  clock: Pick<Clock, 'monotonicMs'>,
  keepMs: number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let asking: Promise<T> | null = null;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const isYoung = clock.monotonicMs() - answeredAtMs < keepMs;
    if (asking !== null && (isYoung || answeredAtMs === Number.NEGATIVE_INFINITY)) return asking;
    answeredAtMs = Number.NEGATIVE_INFINITY;
    const mine = ask();
    asking = mine;
    mine.then(
      () => {
        answeredAtMs = clock.monotonicMs();
      },
      () => {
        asking = null;
      },
    );
    return mine;
  };
}
