/** Runs up to `count` tasks at the same time; the others wait in the order of their calls. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The number of tasks that are waiting now. */
  waiting(): number;
}

export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = count;

  const acquire = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    waiting: () => waiting.length,
    run: async (work) => {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
