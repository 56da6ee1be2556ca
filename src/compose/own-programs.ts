/**
 * The programs that a service starts beside itself: its database and its simulated network. They
 * outlive a service that is killed, so one that stops ends them, however little time it has.
 */
export interface OwnPrograms {
  /** Called before the program is there, so that it can be ended while it still starts. */
  add(end: () => Promise<void>): void;
  /** Ends all of them. What never started was reported where it failed. */
  endAll(): Promise<void>;
}

export function createOwnPrograms(): OwnPrograms {
  const ends: (() => Promise<void>)[] = [];
  return {
    add(end) {
      ends.push(end);
    },
    async endAll() {
      await Promise.allSettled(ends.map((end) => end()));
    },
  };
}
