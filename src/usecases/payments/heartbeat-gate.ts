import type { Clock } from '../../base/clock.ts';

/**
 * Whether this process has lately told the others that it lives. A process that slept must not send
 * what recovery may have given up meanwhile, so the age is measured on the clock that never jumps.
 */
export interface HeartbeatGate {
  /** A heartbeat was stored that was begun at this time of the monotonic clock. */
  beat(begunAtMs: number): void;
  /** Whether a task may send that began to hand over at this time of the monotonic clock. */
  maySend(begunAtMs: number): boolean;
}

/** Far below the time after which others take a silent process for gone. */
const MAX_AGE_MS = 30_000;

export function createHeartbeatGate(clock: Clock): HeartbeatGate {
  let lastMs: number | null = null;
  const isYoung = (ms: number): boolean => clock.monotonicMs() - ms <= MAX_AGE_MS;
  return {
    beat: (begunAtMs) => {
      lastMs = begunAtMs;
    },
    // The heart of a process that wakes up may beat before the task that slept goes on.
    maySend: (begunAtMs) => lastMs !== null && isYoung(lastMs) && isYoung(begunAtMs),
  };
}
