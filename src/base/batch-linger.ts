import type { Clock } from './clock.ts';

/** Who will make a batched call soon. A list can wait for them, and then serves them together. */
export interface BatchLinger {
  /** Whether more will come than the callers that wait already. */
  areMoreThan(waiting: number): boolean;
  /** The longest that anyone waits for them. */
  patience(): Promise<void>;
  /** Calls back when it turns out that no one else will come. */
  onNoMore(callback: () => void): void;
  /** A list begins with so many callers; `inVain` when it has waited and not all came. */
  came(count: number, inVain: boolean): void;
  /** All lists have ended, and no one waits. */
  areServed(): void;
}

const UPSTREAM_PATIENCE_MS = 25;

/** Counts calls that are still in an earlier step, and whose next step is a batched call. */
export interface Upstream extends BatchLinger {
  /** Counts until the work ends; its next step has to follow within the same turn. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

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
    areMoreThan: () => count > 0,
    onNoMore: (callback) => void callbacks.push(callback),
    patience: () => clock.sleep(UPSTREAM_PATIENCE_MS),
    came: () => undefined,
    areServed: () => undefined,
  };
}

/** Fewer are not waited for: to serve some of them alone costs little. */
const SMALLEST_CROWD = 8;
const CROWD_PATIENCE_MS = 2;

/**
 * Callers that were answered together call again together, a moment apart: the first of them would
 * go alone. So a crowd is expected to be as large as the one before. A wait in vain corrects that.
 * Callers that come one by one never wait.
 */
export function createCrowd(clock: Clock): BatchLinger {
  let expected = 0;
  let arrived = 0;
  let areFewer = false;
  return {
    // What comes while the first list runs joins the second one anyway.
    areMoreThan: (waiting) => arrived === 0 && expected >= SMALLEST_CROWD && waiting < expected,
    onNoMore: () => undefined,
    patience: () => clock.sleep(CROWD_PATIENCE_MS),
    came: (count, inVain) => {
      if (inVain) {
        expected = count;
        areFewer = true;
      }
      arrived += count;
    },
    areServed: () => {
      // Those that came too late are no reason to wait for them the next time.
      if (!areFewer) expected = arrived;
      areFewer = false;
      arrived = 0;
    },
  };
}
