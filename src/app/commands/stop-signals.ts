import type { Clock } from '../../base/clock.ts';
import { STOP_SIGNAL_COPIES_MS } from '../limits.ts';

/** Tells when the operating system asks a service to stop. */
export interface StopSignals {
  /** Resolves at the first signal: running calls and payments may finish. */
  readonly asked: Promise<void>;
  /** Resolves at a later signal: the process ends immediately. */
  readonly insisted: Promise<void>;
}

interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/**
 * Listens for signals to stop. One Ctrl-C may arrive several times, because the terminal signals
 * all programs in it, and npm and the launcher pass on what they receive. So signals shortly after
 * the first one count as copies of it.
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
