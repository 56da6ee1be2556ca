/**
 * Caches the stored stops of outgoing payments in each process, and trusts what was read for a few
 * seconds only.
 */

import type { Clock } from '../base/clock.ts';
import type { ComparisonStore } from './comparison-store.ts';
import type { PaymentStop } from './payment-stop.ts';
import type { PaymentStopStore, StopReason } from './payment-stop-store.ts';
import type { DispatchJournal } from './rewind/dispatch-journal.ts';

export interface StoredStopsDeps {
  readonly stops: Pick<PaymentStopStore, 'listStops'>;
  readonly comparisons: Pick<ComparisonStore, 'recogniseDatabase'>;
  readonly dispatchJournal: Pick<DispatchJournal, 'check' | 'forget'>;
  readonly clock: Clock;
}

/** The stops of payments in the database, as this process last read them. */
export interface StoredStops extends PaymentStop {
  /** Reads the stored stops, and checks whether this is still the same database. */
  refresh(): Promise<void>;
}

const isOfEarlierState = (reason: StopReason): boolean =>
  reason === 'restored' || reason === 'database_changed';

/**
 * The time for which the last reading of the stops is trusted. They are read every few seconds;
 * after three missed readings, this process has slept or lost its database.
 */
const MAX_AGE_MS = 10_000;

/**
 * Creates the cache of stored stops. Payments are stopped until the first reading, and again when
 * the last reading is too old. So a process that slept while payments were stopped, or whose
 * database was replaced, learns of it before it sends anything.
 */
export function createStoredStops(deps: StoredStopsDeps): StoredStops {
  const { stops, comparisons, dispatchJournal, clock } = deps;
  let read: {
    readonly atMs: number;
    readonly reason: string | null;
    readonly comparingSince: Date | null;
  } | null = null;
  return {
    refresh: async () => {
      const atMs = clock.monotonicMs();
      await comparisons.recogniseDatabase();
      await dispatchJournal.check();
      const stored = await stops.listStops();
      const [first] = stored;
      const earlier = stored.find(({ reason }) => isOfEarlierState(reason));
      if (earlier !== undefined) await dispatchJournal.forget();
      // A reading of the stops that began later has ended already, so this one is outdated.
      if (read !== null && read.atMs > atMs) return;
      read = { atMs, reason: first?.detail ?? null, comparingSince: earlier?.since ?? null };
    },
    comparingSince: () => read?.comparingSince ?? null,
    stopReason: () => {
      if (read === null) return 'it was not read yet whether anything may leave';
      if (read.reason !== null) return read.reason;
      const isYoung = clock.monotonicMs() - read.atMs <= MAX_AGE_MS;
      return isYoung ? null : 'it could not be read lately whether anything may leave';
    },
  };
}
