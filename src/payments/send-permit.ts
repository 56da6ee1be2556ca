import type { Clock } from '../base/clock.ts';

/**
 * Whether this process has recently proved to the others that it lives. A process that slept must
 * not send what recovery may have given up meanwhile, so the age is measured on the monotonic
 * clock.
 */
export interface SendPermit {
  /** Notes that a heartbeat that began at this monotonic time was stored. */
  beat(begunAtMs: number): void;
  /** Whether a task that began its hand-over at this monotonic time may send. */
  maySend(begunAtMs: number): boolean;
}

/**
 * The longest age of a heartbeat: far shorter than the silence after which others consider a
 * process gone.
 */
const MAX_AGE_MS = 30_000;

export function createSendPermit(clock: Clock): SendPermit {
  let lastMs: number | null = null;
  const isYoung = (ms: number): boolean => clock.monotonicMs() - ms <= MAX_AGE_MS;
  return {
    beat: (begunAtMs) => {
      lastMs = begunAtMs;
    },
    // When a process wakes up, its heart may beat before a task that also slept continues.
    maySend: (begunAtMs) => lastMs !== null && isYoung(lastMs) && isYoung(begunAtMs),
  };
}
