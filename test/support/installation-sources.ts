import type { InstallationSources } from '../../src/admin/metrics/installation-metrics.ts';
import { msat } from '../../src/base/amount.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import type { OutflowView } from '../../src/outflow/outflow-store.ts';

/** Nothing limits what leaves. */
export const NO_OUTFLOW: OutflowView = {
  settings: NO_OUTFLOW_LIMITS,
  chosen: NO_OUTFLOW_LIMITS,
  mode: 'enforce',
  sentHourMsat: msat(0n),
  sentDayMsat: msat(0n),
  receivedDayMsat: msat(0n),
  countHour: 0,
  extraDayMsat: msat(0n),
  latch: null,
  extra: null,
  passed: null,
};

/** The sources of an installation's state, with nothing known yet. */
export const NOTHING_KNOWN: Omit<InstallationSources, 'clock'> = {
  gauges: { findNewest: async () => null },
  stops: { listStops: async () => [], lastBooksCheck: async () => null },
  paymentStop: { stopReason: () => null },
  outflow: { read: async () => NO_OUTFLOW },
  openAlarms: { countOpenByKind: async () => new Map() },
  proofs: { findNewest: async () => null },
  readBackups: async () => ({
    everySec: null,
    isPlayMoney: true,
    status: { newest: null, ageSec: null, failure: null },
  }),
  refusesWrites: () => false,
  liveStreams: () => 0,
  versions: { satchel: '0.1.0', nodejs: '24.1.0' },
};
