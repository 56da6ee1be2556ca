import type { Clock } from '../base/clock.ts';
import { STOP_SIGNAL_COPIES_MS } from '../base/limits.ts';

/** What the signals that end a service ask for. */
export interface StopSignals {
  /** Resolves at the first signal: end in order. */
  readonly asked: Promise<void>;
  /** Resolves at a later one: end at once. */
  readonly insisted: Promise<void>;
}

interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/**
 * One Ctrl-C arrives several times: a terminal signals all of its programs, and npm and the
 * launcher pass on what they get. So what follows the first signal closely counts as its copy.
 */
export function listenForStop(clock: Clock, source: SignalSource = process): StopSignals {
  const asked = Promise.withResolvers<void>();
  const insisted = Promise.withResolvers<void>();
  let firstMs: number | null = null;
  const hear = (): void => {
    const nowMs = clock.monotonicMs();
    firstMs ??= nowMs;
    asked.resolve();
    if (nowMs - firstMs >= STOP_SIGNAL_COPIES_MS) insisted.resolve();
  };
  source.on('SIGINT', hear);
  source.on('SIGTERM', hear);
  return { asked: asked.promise, insisted: insisted.promise };
}
