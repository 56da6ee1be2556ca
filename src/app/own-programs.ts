/**
 * The programs that a service has started: its database, and its simulated network or LND. They
 * would go on if the service were simply killed, so a service that stops ends them, however little
 * time it has.
 */
export interface OwnPrograms {
  /** Registers a program before it is started, so that it can be ended even while it starts. */
  add(end: (isUrgent: boolean) => Promise<void>): void;
  /**
   * Ends all registered programs. A program that failed to start causes no error here, because
   * the code that started it reports that.
   */
  endAll(isUrgent?: boolean): Promise<void>;
}

export function createOwnPrograms(): OwnPrograms {
  const ends: ((isUrgent: boolean) => Promise<void>)[] = [];
  return {
    add(end) {
      ends.push(end);
    },
    async endAll(isUrgent = false) {
      await Promise.allSettled(ends.map((end) => end(isUrgent)));
    },
  };
}
