import type { Clock } from './clock.ts';

/**
 * Wakes a loop of the same process that would otherwise look for work only after a pause.
 * Correctness may not depend on it, as notifications are lost when the process dies.
 */
export interface Notifier {
  notify(): void;
  /**
   * Resolves at the next notification, after `ms`, or when the signal aborts; immediately if there
   * was a notification since the last wait. Only one caller may wait.
   */
  wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  let isNotified = false;
  let wake: (() => void) | null = null;
  return {
    notify: () => {
      isNotified = true;
      wake?.();
    },
    wait: async (clock, ms, signal) => {
      if (!isNotified) {
        const over = new AbortController();
        // Aborting with a given reason is cheaper, as no error object has to be made.
        wake = () => over.abort('woken');
        signal.addEventListener('abort', wake, { once: true });
        if (!signal.aborted) await clock.sleep(ms, over.signal);
        signal.removeEventListener('abort', wake);
        wake = null;
      }
      isNotified = false;
    },
  };
}
