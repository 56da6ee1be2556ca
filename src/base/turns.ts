/**
 * Works that wait for their turn: one of each key (a user) runs at a time, and a few in all. Keys
 * take turns, so one with many works delays its own only.
 */
export interface Turns {
  /** Null when too many works of the key are waiting already. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ readonly value: T } | null>;
  /** How many works of the key are waiting. */
  waiting(key: string): number;
}

export interface TurnsOptions {
  /** Works of all keys that run at the same time. */
  readonly maxRunning: number;
  readonly maxWaitingOfKey: number;
}

export function createTurns({ maxRunning, maxWaitingOfKey }: TurnsOptions): Turns {
  // A map keeps the order of insertion: the first key has waited longest for its turn.
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
