import { prune } from '../../background/prune.ts';
import { KEEP_GAUGES_DAYS } from './gauge-limits.ts';
import type { GaugeStore } from './gauge-store.ts';

export interface PruneGaugesDeps {
  readonly gauges: Pick<GaugeStore, 'pruneSamples'>;
}

/** Removes samples of the installation's figures that are too old for any chart. */
export async function pruneGauges({ gauges }: PruneGaugesDeps, signal: AbortSignal): Promise<void> {
  await prune((limit) => gauges.pruneSamples(KEEP_GAUGES_DAYS, limit), signal);
}
