import type { InstallationSources } from '../../src/http/metrics/installation-metrics.ts';

/** An installation of which nothing is known yet. */
export const NOTHING_KNOWN: Omit<InstallationSources, 'clock'> = {
  gauges: { findNewest: async () => null },
  stops: { listStops: async () => [], lastBooksCheck: async () => null },
  outside: { stopReason: () => null },
  alarms: { listAlarms: async () => [] },
  proofs: { findNewest: async () => null },
  findBackup: async () => null,
  liveStreams: () => 0,
  versions: { satchel: '0.1.0', nodejs: '24.1.0' },
};
