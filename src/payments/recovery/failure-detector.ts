import type { ResolveConfig } from '../resolve-payment.ts';

export type LivenessConfig = Pick<ResolveConfig, 'heartbeatGraceSec'>;

const BEAT_EVERY_MS = 5000;
const OWNER_GONE_AFTER_MS = 40_000;
/**
 * The number of heartbeats within the grace period, so that one late heartbeat does not make a
 * process look dead.
 */
const BEATS_PER_GRACE = 4;

/**
 * The time between two heartbeats. It is shorter if the operator shortened the grace period, as
 * tests do.
 */
export const beatEveryMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(BEAT_EVERY_MS, (heartbeatGraceSec * 1000) / BEATS_PER_GRACE);

/**
 * The silence after which recovery takes over what a process owned. This is longer than the silence
 * after which a process may still send. Taking over alone refunds nothing, see resolve-payment.ts.
 */
export const ownerGoneAfterMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(OWNER_GONE_AFTER_MS, heartbeatGraceSec * 1000);

/**
 * Judges which processes are gone. While the database is away or accepts no commits, no process can
 * write its heartbeat, and afterwards all of them look silent. So a process calls others gone only
 * after its own heartbeats have been written without a gap for as long as the others must have been
 * silent: in that time, they could have written theirs.
 */
export interface FailureDetector {
  /**
   * Notes that a heartbeat was stored. Storing it began at `begunAtMs` on the monotonic clock;
   * `storedAt` is when it was stored, by the clock of the database.
   */
  beat(begunAtMs: number, storedAt: Date): void;
  /**
   * The time, by the clock of the database, since which a process must have had a heartbeat to
   * count as living.
   */
  deadSince(): Date;
}

interface Beat {
  readonly begunAtMs: number;
  readonly storedAtMs: number;
}

/**
 * If more than this number of regular pauses lies between two heartbeats, they count as separated
 * by a gap.
 */
const BEATS_PER_GAP = 3;
/** Until this process has stored a heartbeat of its own, no other process counts as gone. */
const NEVER = new Date(0);

export function createFailureDetector(config: LivenessConfig): FailureDetector {
  const goneAfterMs = ownerGoneAfterMs(config);
  const gapMs = beatEveryMs(config) * BEATS_PER_GAP;
  let first: Beat | null = null;
  let last: Beat | null = null;
  /**
   * Whether two heartbeats follow each other without a gap. Both clocks are compared, because a
   * sleeping machine stops the monotonic one, and another database server may have another time.
   */
  const continues = (before: Beat, beat: Beat): boolean =>
    beat.begunAtMs - before.begunAtMs <= gapMs &&
    beat.storedAtMs - before.storedAtMs <= gapMs &&
    beat.storedAtMs >= before.storedAtMs;
  return {
    beat: (begunAtMs, storedAt) => {
      const beat = { begunAtMs, storedAtMs: storedAt.getTime() };
      if (first === null || last === null || !continues(last, beat)) first = beat;
      last = beat;
    },
    deadSince: () => {
      if (first === null || last === null) return NEVER;
      // Other processes count as gone only if this process has stored its own heartbeats without a
      // gap for long enough.
      const isSteady = last.storedAtMs - first.storedAtMs >= goneAfterMs;
      return isSteady ? new Date(last.storedAtMs - goneAfterMs) : NEVER;
    },
  };
}
