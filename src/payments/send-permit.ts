import type { Clock } from '../base/clock.ts';
import type { ResolveConfig } from './resolve-payment.ts';

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
/**
 * The part of the grace period for which a heartbeat lets a process send, if the operator made that
 * period so short that it ends soon after MAX_AGE_MS or before.
 */
const PART_OF_GRACE = 0.5;

export function createSendPermit(
  clock: Clock,
  { heartbeatGraceSec }: Pick<ResolveConfig, 'heartbeatGraceSec'>,
): SendPermit {
  const maxAgeMs = Math.min(MAX_AGE_MS, heartbeatGraceSec * 1000 * PART_OF_GRACE);
  let lastMs: number | null = null;
  const isYoung = (ms: number): boolean => clock.monotonicMs() - ms <= maxAgeMs;
  return {
    beat: (begunAtMs) => {
      lastMs = begunAtMs;
    },
    // The age of the task counts as well as the age of the heartbeat: when the machine wakes from a
    // sleep, a new heartbeat may be stored before a task continues that began before the sleep.
    maySend: (begunAtMs) => lastMs !== null && isYoung(lastMs) && isYoung(begunAtMs),
  };
}
