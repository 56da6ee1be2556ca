/** Whether a process runs. Everything that it does passes through here. */
export interface Life {
  readonly isDead: boolean;
  /** Passes at once in a process that runs, later in one that sleeps, never in a dead one. */
  step(): Promise<void>;
  /** kill -9: nothing that is under way in it goes on. */
  kill(): void;
  /** Lets it die at the so manieth thing that it is about to do. */
  dieIn(steps: number): void;
  /** The machine gives it no time (SIGSTOP, a frozen virtual machine) until it wakes up. */
  sleep(): void;
  /** The machine gives it no time from the so manieth thing on that it is about to do. */
  sleepIn(steps: number, onAsleep: () => void): void;
  wake(): void;
}

export function createLife(): Life {
  let isDead = false;
  let stepsLeft = Number.POSITIVE_INFINITY;
  let dozing: { left: number; readonly onAsleep: () => void } | null = null;
  let awake: PromiseWithResolvers<void> | null = null;

  const doze = (): void => {
    if (dozing === null) return;
    dozing.left -= 1;
    if (dozing.left > 0) return;
    const { onAsleep } = dozing;
    dozing = null;
    awake ??= Promise.withResolvers();
    onAsleep();
  };

  return {
    get isDead() {
      return isDead;
    },
    step: async () => {
      stepsLeft -= 1;
      if (stepsLeft <= 0) isDead = true;
      doze();
      while (awake !== null && !isDead) await awake.promise;
      if (isDead) await hang();
    },
    kill: () => {
      isDead = true;
    },
    dieIn: (steps) => {
      stepsLeft = steps;
    },
    sleep: () => {
      awake ??= Promise.withResolvers();
    },
    sleepIn: (left, onAsleep) => {
      dozing = { left, onAsleep };
    },
    wake: () => {
      awake?.resolve();
      awake = null;
    },
  };
}

/** No one else waits for it, so that what hangs here can be forgotten. */
const hang = (): Promise<never> => new Promise(() => undefined);
