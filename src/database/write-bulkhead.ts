import type { Clock } from '../base/clock.ts';
import { type ConnectionProblem, connectionProblem } from './database-fault.ts';

/**
 * Limits how long the caller of a write waits. The write may go on after its caller was told that
 * this took too long.
 */
export interface WriteDeadline {
  /**
   * Starts the caller's time of waiting again. When that is over, the caller gets the given problem
   * as an error.
   */
  start(problem: ConnectionProblem): void;
  stop(): void;
  /**
   * Whether the caller was told that the time is over. A write that has not begun by then must not
   * begin any more.
   */
  isOver(): boolean;
}

/**
 * Lets writes use only a part of the connections, and tells their callers in time if they would
 * have to wait too long. While the standbys are away, each commit waits for them, and the server
 * sets no limit to that wait. A write that was sent goes on waiting on its connection: sending it
 * again would take up another connection. A write for which no connection was free in time leaves
 * the queue, which would otherwise grow without bound.
 */
export function boundWrites(maxAtOnce: number, clock: Clock | null, timeoutMs: number) {
  const line = new Set<() => void>();
  let free = maxAtOnce;
  const passOn = (): void => {
    const [next] = line;
    if (next === undefined) {
      free += 1;
    } else {
      line.delete(next);
      next();
    }
  };
  return <T>(write: (deadline: WriteDeadline) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begin = (): void => {
      const written = write(deadline).then(resolve, reject);
      void written.finally(() => {
        deadline.stop();
        passOn();
      });
    };
    const deadline = newDeadline(clock, timeoutMs, (error) => {
      line.delete(begin);
      reject(error);
    });
    deadline.start('NO_CONNECTION');
    if (free > 0) {
      free -= 1;
      begin();
    } else {
      line.add(begin);
    }
    return promise;
  };
}

/**
 * Makes a deadline. Each statement has one, so it has to be cheap: starting it again moves its end
 * instead of setting a new timer.
 */
function newDeadline(clock: Clock | null, ms: number, tell: (error: Error) => void): WriteDeadline {
  let endsAtMs = 0;
  let why: ConnectionProblem = 'NO_CONNECTION';
  let stopper: AbortController | null = null;
  let isOver = false;
  const pause = async (by: Clock, signal: AbortSignal): Promise<void> => {
    for (let leftMs = ms; leftMs > 0; leftMs = endsAtMs - by.monotonicMs()) {
      await by.sleep(leftMs, signal);
      if (signal.aborted) return;
    }
    isOver = true;
    tell(connectionProblem(why));
  };
  return {
    start: (problem) => {
      if (clock === null || isOver) return;
      why = problem;
      endsAtMs = clock.monotonicMs() + ms;
      if (stopper !== null) return;
      stopper = new AbortController();
      void pause(clock, stopper.signal);
    },
    stop: () => {
      stopper?.abort(STOPPED);
      stopper = null;
    },
    isOver: () => isOver,
  };
}

/**
 * The reason that all aborts share. Without a reason, each abort would create an error with a stack
 * trace, which is slow.
 */
const STOPPED = 'stopped';
