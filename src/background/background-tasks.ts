import type { Log } from '../base/log.ts';

/** Runs work that goes on after the caller who began it has left. */
export interface BackgroundTasks {
  start(name: string, work: () => Promise<void>): void;
  /** Waits for all work that was begun, also work that begins meanwhile. */
  drain(): Promise<void>;
}

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    start: (name, work) => {
      const task: Promise<void> = work()
        .catch((error: unknown) => log.error({ error }, `${name} ended with an error`))
        .finally(() => running.delete(task));
      running.add(task);
    },
    drain: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
