import type { Clock } from '../../../base/clock.ts';
import { createSemaphore } from '../../../base/semaphore.ts';
import { type ConnectionProblem, connectionProblem } from './database-fault.ts';

/** How long the caller of a write waits. Ends with the work, whether or not its caller waited. */
export interface Patience {
  /** From now on the caller waits this long at most, and is then told of this problem. */
  start(problem: ConnectionProblem): void;
  stop(): void;
  /** The caller was told that nothing has begun: so nothing may. */
  isOver(): boolean;
}

/**
 * While the standbys are away, each commit waits for them, and no limit of the server ends that. So
 * a part of the connections is left to reads, and callers of writes are told in time. What waits
 * goes on waiting on its connection: sent once more, it would only take another one.
 */
export function boundWrites(maxAtOnce: number, clock: Clock | null, patienceMs: number) {
  const turns = createSemaphore(maxAtOnce);
  return <T>(write: (patience: Patience) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const patience = newPatience(clock, patienceMs, reject);
    patience.start('NO_CONNECTION');
    void turns.run(async () => {
      if (patience.isOver()) return;
      await write(patience).then(resolve, reject);
      patience.stop();
    });
    return promise;
  };
}

function newPatience(clock: Clock | null, ms: number, tell: (error: Error) => void): Patience {
  let stopper = new AbortController();
  let isOver = false;
  return {
    start: (problem) => {
      stopper.abort();
      if (clock === null) return;
      stopper = new AbortController();
      const { signal } = stopper;
      void clock.sleep(ms, signal).then(() => {
        if (signal.aborted) return;
        isOver = true;
        tell(connectionProblem(problem));
      });
    },
    stop: () => stopper.abort(),
    isOver: () => isOver,
  };
}
