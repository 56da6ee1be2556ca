/** Calls `onAbort` when the signal is aborted, unless the returned function is called first. */
export type AbortWatch = (signal: AbortSignal, onAbort: () => void) => () => void;

/**
 * Makes a watch that uses a single listener per signal for all watchers: one listener for each
 * would cost as much as signing a message.
 */
export function createAbortWatch(): AbortWatch {
  const watching = new WeakMap<AbortSignal, Set<() => void>>();
  const open = (signal: AbortSignal): Set<() => void> => {
    const all = new Set<() => void>();
    watching.set(signal, all);
    signal.addEventListener('abort', () => {
      for (const onAbort of all) onAbort();
    });
    return all;
  };
  return (signal, onAbort) => {
    const all = watching.get(signal) ?? open(signal);
    all.add(onAbort);
    return () => all.delete(onAbort);
  };
}
