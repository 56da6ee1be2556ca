import type { ResolveConfig } from '../resolve-payment.ts';

export type LivenessConfig = Pick<ResolveConfig, 'heartbeatGraceSec'>;

const BEAT_EVERY_MS = 5000;
const OWNER_GONE_AFTER_MS = 40_000;
/** Several beats fit into the grace, so that one late beat does not make a process look dead. */
const BEATS_PER_GRACE = 4;

/** The time between two beats, shorter where the operator shortened the grace, as tests do. */
export const beatEveryMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(BEAT_EVERY_MS, (heartbeatGraceSec * 1000) / BEATS_PER_GRACE);

/**
 * The silence after which recovery takes over what a process owned. Longer than a process may be
 * silent and still send; taking over alone refunds nothing, see resolve-payment.ts.
 */
export const ownerGoneAfterMs = ({ heartbeatGraceSec }: LivenessConfig): number =>
  Math.min(OWNER_GONE_AFTER_MS, heartbeatGraceSec * 1000);

/**
 * Judges which processes are gone. While the database is away, or takes no commits, no process can
 * write its heartbeat, and afterwards all of them look silent. So a process calls others gone only
 * after its own heart has beaten without a gap for as long as they would have had to be silent: in
 * that time they could beat as well.
 */
export interface FailureDetector {
  /**
   * Notes that a heartbeat that began at this monotonic time was stored, at that time of the
   * database.
   */
  beat(begunAtMs: number, storedAt: Date): void;
  /** The time of the database since when a process must have had a heartbeat, or it is gone. */
  deadSince(): Date;
}

interface Beat {
  readonly begunAtMs: number;
  readonly storedAtMs: number;
}

/** The number of pauses between two beats above which they are a gap. */
const BEATS_PER_GAP = 3;
/** Before the first heartbeat, no process counts as gone. */
const NEVER = new Date(0);

export function createFailureDetector(config: LivenessConfig): FailureDetector {
  const goneAfterMs = ownerGoneAfterMs(config);
  const gapMs = beatEveryMs(config) * BEATS_PER_GAP;
  let first: Beat | null = null;
  let last: Beat | null = null;
  /** Compares two beats by both clocks: a sleeping machine stops one, another server may differ. */
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
      // Only time in which this process beat steadily counts for judging others.
      const isSteady = last.storedAtMs - first.storedAtMs >= goneAfterMs;
      return isSteady ? new Date(last.storedAtMs - goneAfterMs) : NEVER;
    },
  };
}
