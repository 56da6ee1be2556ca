/**
 * The programs that a service starts: its database and its simulated network. They outlive a
 * service that is killed, so a service that stops ends them, however little time it has.
 */
export interface OwnPrograms {
  /** Adds a program before it runs, so that it can be ended even while it is starting. */
  add(end: () => Promise<void>): void;
  /** Ends all programs. Failed starts are reported elsewhere. */
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
