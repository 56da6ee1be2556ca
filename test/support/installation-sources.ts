import type { InstallationSources } from '../../src/admin/metrics/installation-metrics.ts';

/** The sources of an installation's state, with nothing known yet. */
export const NOTHING_KNOWN: Omit<InstallationSources, 'clock'> = {
  gauges: { findNewest: async () => null },
  stops: { listStops: async () => [], lastBooksCheck: async () => null },
  paymentStop: { stopReason: () => null },
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
