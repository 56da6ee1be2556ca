import type { Clock } from './clock.ts';

/**
 * Counts calls that are still in an earlier step, and whose next step is a batched call. A list can
 * then wait for those who are known to be on their way, instead of for a guessed time.
 */
export interface Upstream {
  /** Counts until the work ends; its next step has to follow within the same turn. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** Calls back whenever the last one has ended. */
  onIdle(callback: () => void): void;
  /** The longest that anyone waits for it. */
  patience(): Promise<void>;
}

const PATIENCE_MS = 25;

export function createUpstream(clock: Clock): Upstream {
  const callbacks: (() => void)[] = [];
  let count = 0;
  return {
    during: async (work) => {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const callback of callbacks) callback();
      }
    },
    isBusy: () => count > 0,
    onIdle: (callback) => void callbacks.push(callback),
    patience: () => clock.sleep(PATIENCE_MS),
  };
}
