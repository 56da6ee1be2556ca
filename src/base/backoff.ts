import { awayPart, isDatabaseAway } from './fault.ts';
import type { Random } from './random.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The pause after the `failures`-th failure in a row. Its upper bound doubles up to `maxMs`, and it
 * is random within the upper half, so that clients that failed together do not retry together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number, random: Random): number {
  const boundMs = Math.min(maxMs, firstMs * 2 ** (failures - 1));
  const bytes = random.bytes(4);
  const share = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
  return boundMs * (0.5 + share / 2);
}

/** Counts the failures in a row of some work that is tried again and again. */
export interface Failures {
  note(error: unknown): NotedFailure;
  /** Notes a success, which ends the row of failures. */
  end(): void;
}

export interface NotedFailure {
  /** The number of failures in a row, including the newest. */
  readonly failures: number;
  readonly pauseMs: number;
  /**
   * Whether this failure is the first of an outage, and so worth a line in the log: further ones
   * would repeat the same every second.
   */
  readonly isNews: boolean;
}

/**
 * Pauses between attempts while the database is away. They stay short, so that work goes on soon
 * after it is back.
 */
const OUTAGE_PAUSES: Backoff = { firstMs: 500, maxMs: 2000 };

/**
 * Creates a counter of failures in a row. The pause grows from failure to failure; while the
 * database is away it stays short.
 */
export function createFailures(pauses: Backoff, random: Random): Failures {
  let failures = 0;
  let inOutage = 0;
  return {
    note: (error) => {
      failures += 1;
      inOutage = awayPart(error) === null ? 0 : inOutage + 1;
      const pauseMs = backoffMs(isDatabaseAway(error) ? OUTAGE_PAUSES : pauses, failures, random);
      return { failures, pauseMs, isNews: inOutage <= 1 };
    },
    end: () => {
      failures = 0;
      inOutage = 0;
    },
  };
}
