import type { Log } from '../base/log.ts';

/** Runs work that goes on after its caller has got an answer. */
export interface BackgroundTasks {
  start(name: string, work: () => Promise<void>): void;
  /** Waits for all work that was begun, and for work that is begun while it waits. */
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
