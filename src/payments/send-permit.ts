import type { Clock } from '../base/clock.ts';

/**
 * Decides whether this process may send payments: only if its last heartbeat, which proves to the
 * other processes that it is alive, is recent. A process that slept must not send what recovery may
 * have failed in the meantime. Ages are measured on the monotonic clock.
 */
export interface SendPermit {
  /** Notes that a heartbeat was stored whose writing began at this monotonic time. */
  beat(begunAtMs: number): void;
  /** Whether a task that began its hand-over at this monotonic time may send. */
  maySend(begunAtMs: number): boolean;
}

/**
 * The longest age of a heartbeat with which a process may send. It is far shorter than the silence
 * after which others consider a process gone.
 */
const MAX_AGE_MS = 30_000;

export function createSendPermit(clock: Clock): SendPermit {
  let lastMs: number | null = null;
  const isYoung = (ms: number): boolean => clock.monotonicMs() - ms <= MAX_AGE_MS;
  return {
    beat: (begunAtMs) => {
      lastMs = begunAtMs;
    },
    // The task is checked as well as the heartbeat: after a sleep, the heartbeat may be renewed
    // before a task continues that slept too.
    maySend: (begunAtMs) => lastMs !== null && isYoung(lastMs) && isYoung(begunAtMs),
  };
}
