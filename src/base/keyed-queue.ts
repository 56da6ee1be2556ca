/**
 * A queue in which one task per key (a user) runs at a time, and a few in total. Keys take turns,
 * so a key with many tasks delays only its own.
 */
export interface KeyedQueue {
  /**
   * Runs a task. Null when too many tasks of the key are waiting, or when the signal aborts first:
   * the task then never begins.
   */
  run<T>(
    key: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ readonly value: T } | null>;
  /** The number of tasks of the key that are waiting. */
  waiting(key: string): number;
}

export interface KeyedQueueOptions {
  /** The most tasks of all keys that run at the same time. */
  readonly maxRunning: number;
  readonly maxWaitingOfKey: number;
}

export function createKeyedQueue({ maxRunning, maxWaitingOfKey }: KeyedQueueOptions): KeyedQueue {
  // The map keeps the order of insertion, so its first key has waited longest.
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  const startNext = (): void => {
    for (const [key, starts] of waiting) {
      if (running.size >= maxRunning) return;
      if (running.has(key)) continue;
      const start = starts.shift();
      waiting.delete(key);
      if (starts.length > 0) waiting.set(key, starts);
      running.add(key);
      start?.();
    }
  };
  const leave = (key: string, start: () => void): void => {
    const others = waiting.get(key)?.filter((one) => one !== start) ?? [];
    // A key that is in the map already keeps its place in the order when its value is set again.
    if (others.length > 0) waiting.set(key, others);
    else waiting.delete(key);
  };
  /** Waits until a task of this key may run. False when the signal aborted before that. */
  const turnOf = (key: string, signal: AbortSignal | undefined): Promise<boolean> =>
    new Promise((resolve) => {
      const giveUp = (): void => {
        leave(key, start);
        resolve(false);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const starts = waiting.get(key);
      if (starts === undefined) waiting.set(key, [start]);
      else starts.push(start);
      signal?.addEventListener('abort', giveUp, { once: true });
      startNext();
    });

  return {
    run: async (key, work, signal) => {
      if (signal?.aborted || (waiting.get(key)?.length ?? 0) >= maxWaitingOfKey) return null;
      if (!(await turnOf(key, signal))) return null;
      try {
        return { value: await work() };
      } finally {
        running.delete(key);
        startNext();
      }
    },
    waiting: (key) => waiting.get(key)?.length ?? 0,
  };
}
