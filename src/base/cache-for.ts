import type { Clock } from './clock.ts';

/**
 * Keeps the answer of a question for `keepMs`. Callers that come while the question is being asked
 * wait for the same answer, and later callers get it while it is fresh. A failure goes to those who
 * waited for it and is not kept.
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
