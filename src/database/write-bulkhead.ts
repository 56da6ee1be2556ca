import type { Clock } from '../base/clock.ts';
import { type ConnectionProblem, connectionProblem } from './database-fault.ts';

/**
 * Limits how long the caller of a write waits. It ends with the work, whether or not its caller
 * still waits.
 */
export interface WriteDeadline {
  /** Lets the caller wait this long at most from now on; then they are told this problem. */
  start(problem: ConnectionProblem): void;
  stop(): void;
  /** Whether the caller was told that nothing has begun, so that nothing may begin any more. */
  isOver(): boolean;
}

/**
 * Keeps a part of the connections for reads, and tells callers of writes in time that they have to
 * wait too long. While the standbys are away each commit waits for them, and no limit of the server
 * ends that. A write that waits goes on waiting on its connection: sent once more, it would only
 * take another one. A write that has had no turn in time leaves the line, which would otherwise
 * grow.
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
 * Makes a deadline. Each statement has one, so it is made cheap: starting it again only moves its
 * end.
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
 * One reason for all aborts, as an abort without a reason makes an error with its stack each time.
 */
const STOPPED = 'stopped';
