import type { Clock } from '../base/clock.ts';

/**
 * Decides whether this process may send payments: only if its last heartbeat, which proves to the
 * other processes that it is alive, is recent. A process that slept must not send what recovery may
 * have failed in the meantime. Ages are measured on the monotonic clock.
 */
export interface SendPermit {
  /** Notes that a heartbeat was stored whose writing began at this monotonic time. */
  beat(begunAtMs: number): void;
  /**
   * Whether a task may send a payment if it began to hand over the payment at this monotonic time.
   */
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
    // The age of the task counts as well as the age of the heartbeat: when the machine wakes from a
    // sleep, a new heartbeat may be stored before a task continues that began before the sleep.
    maySend: (begunAtMs) => lastMs !== null && isYoung(lastMs) && isYoung(begunAtMs),
  };
}
