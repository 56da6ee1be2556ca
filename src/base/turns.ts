/**
 * Tasks that wait for their turn: one per key (a user) runs at a time, and a few in total. Keys
 * take turns, so a key with many tasks delays only its own.
 */
export interface Turns {
  /** Null when too many tasks of the key are already waiting. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ readonly value: T } | null>;
  /** How many tasks of the key are waiting. */
  waiting(key: string): number;
}

export interface TurnsOptions {
  /** Tasks of all keys that run at the same time. */
  readonly maxRunning: number;
  readonly maxWaitingOfKey: number;
}

export function createTurns({ maxRunning, maxWaitingOfKey }: TurnsOptions): Turns {
  // A map keeps insertion order: the first key has waited longest.
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
  const turnOf = (key: string): Promise<void> =>
    new Promise((resolve) => {
      const starts = waiting.get(key);
      if (starts === undefined) waiting.set(key, [resolve]);
      else starts.push(resolve);
      startNext();
    });

  return {
    run: async (key, work) => {
      if ((waiting.get(key)?.length ?? 0) >= maxWaitingOfKey) return null;
      await turnOf(key);
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
