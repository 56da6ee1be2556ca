/**
 * The programs that a service has started: its database, and its simulated network or its LND. They
 * outlive a service that is killed, so one that stops ends them, however little time it has.
 */
export interface OwnPrograms {
  /** Adds a program before it runs, so that it can be ended even while it is starting. */
  add(end: (isUrgent: boolean) => Promise<void>): void;
  /** Ends all programs. A program that failed to start is reported elsewhere. */
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
