import type { Clock } from '../base/clock.ts';

/** Aborts after a while, unless the returned function is called before. */
export function abortAfter(clock: Clock, ms: number, over: AbortController): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  void clock.sleep(ms, signal).then(() => signal.aborted || over.abort());
  return () => stopped.abort();
}
