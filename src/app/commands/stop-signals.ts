import type { Clock } from '../../base/clock.ts';
import { STOP_SIGNAL_COPIES_MS } from '../limits.ts';

/** The stop signals of a service. */
export interface StopSignals {
  /** Resolves at the first signal, which asks to stop in order. */
  readonly asked: Promise<void>;
  /** Resolves at a later signal, which asks to stop immediately. */
  readonly insisted: Promise<void>;
}

interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/**
 * Listens for stop signals. One Ctrl-C may arrive several times, because the terminal signals all
 * programs, and npm and the launcher forward what they receive. So signals soon after the first one
 * count as copies.
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
