import type { OutsideGate } from '../wallet/outside-gate.ts';
import type { OutsideStopStore } from '../wallet/outside-stop-store.ts';

/** What the database says about money that leaves, as this process last read it. */
export interface StoredStops extends OutsideGate {
  refresh(): Promise<void>;
}

/** Closed until it was read: a process learns of a restore before it sends anything. */
export function createStoredStops(stops: Pick<OutsideStopStore, 'listStops'>): StoredStops {
  let reason: string | null = 'it was not read yet whether anything may leave';
  return {
    refresh: async () => {
      const [first] = await stops.listStops();
      reason = first === undefined ? null : first.detail;
    },
    stopReason: () => reason,
  };
}
