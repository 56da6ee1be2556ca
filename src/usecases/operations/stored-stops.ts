import type { Clock } from '../../base/clock.ts';
import type { ComparisonStore } from '../../operations/comparison-store.ts';
import type { OutsideGate } from '../../operations/outside-gate.ts';
import type { OutsideStopStore } from '../../operations/outside-stop-store.ts';
import type { BegunPayments } from './begun-payments.ts';

export interface StoredStopsDeps {
  readonly stops: Pick<OutsideStopStore, 'listStops'>;
  readonly comparisons: Pick<ComparisonStore, 'recogniseDatabase'>;
  readonly begun: Pick<BegunPayments, 'check' | 'forget'>;
  readonly clock: Clock;
}

/** What the database says about money that leaves, as this process last read it. */
export interface StoredStops extends OutsideGate {
  /** Finds out as well whether this is the database that it was. */
  refresh(): Promise<void>;
}

/** Each few seconds it is read: who has missed it three times sleeps, or has lost the database. */
const MAX_AGE_MS = 10_000;

/**
 * Closed until it was read, and once more when that is long ago: a process that sleeps over a stop,
 * or whose database is away and comes back as another, learns of it before it sends anything.
 */
export function createStoredStops(deps: StoredStopsDeps): StoredStops {
  const { stops, comparisons, begun, clock } = deps;
  let read: { readonly atMs: number; readonly reason: string | null } | null = null;
  return {
    refresh: async () => {
      const atMs = clock.monotonicMs();
      await comparisons.recogniseDatabase();
      await begun.check();
      const standing = await stops.listStops();
      const [first] = standing;
      if (standing.some(({ reason }) => reason !== 'books')) await begun.forget();
      // What was asked earlier and is answered later is old.
      if (read === null || read.atMs <= atMs) read = { atMs, reason: first?.detail ?? null };
    },
    stopReason: () => {
      if (read === null) return 'it was not read yet whether anything may leave';
      if (read.reason !== null) return read.reason;
      const isYoung = clock.monotonicMs() - read.atMs <= MAX_AGE_MS;
      return isYoung ? null : 'it could not be read lately whether anything may leave';
    },
  };
}
