import type { Clock } from '../../base/clock.ts';

/**
 * Deadlines that all have the same length. So the oldest always passes first, and one timer serves
 * all.
 */
export interface Deadlines {
  /** Calls `onPassed` when the time is up, unless the returned function is called first. */
  watch(onPassed: () => void): () => void;
  close(): void;
}

interface Watched {
  readonly dueMs: number;
  readonly onPassed: () => void;
}

export function openDeadlines(clock: Clock, ms: number): Deadlines {
  const watched = new Set<Watched>();
  const closing = new AbortController();
  let isWaiting = false;

  const wait = async (): Promise<void> => {
    isWaiting = true;
    for (let first = oldest(watched); first !== undefined; first = oldest(watched)) {
      const restMs = first.dueMs - clock.monotonicMs();
      if (restMs > 0) {
        await clock.sleep(restMs, closing.signal);
        if (closing.signal.aborted) return;
      } else {
        watched.delete(first);
        first.onPassed();
      }
    }
    isWaiting = false;
  };

  return {
    watch(onPassed) {
      const entry = { dueMs: clock.monotonicMs() + ms, onPassed };
      watched.add(entry);
      if (!isWaiting) void wait();
      return () => watched.delete(entry);
    },
    close: () => closing.abort(),
  };
}

function oldest(watched: ReadonlySet<Watched>): Watched | undefined {
  const [first] = watched;
  return first;
}
