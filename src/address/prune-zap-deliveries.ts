import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_SENT_ZAPS_MS } from './limits.ts';
import type { ZapDeliveryStore } from './zap-delivery-store.ts';

export interface PruneZapDeliveriesDeps {
  readonly zapDeliveries: Pick<ZapDeliveryStore, 'prune'>;
  readonly clock: Clock;
}

/** Removes zap receipts from the database long after a relay took them or sending was given up. */
export async function pruneZapDeliveries(
  { zapDeliveries, clock }: PruneZapDeliveriesDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_SENT_ZAPS_MS);
  await prune((limit) => zapDeliveries.prune(before, limit), signal);
}
