import { sweep } from '../background/sweep.ts';
import { KEEP_SENT_ZAPS_MS } from '../base/address-limits.ts';
import type { Clock } from '../base/clock.ts';
import type { ZapDeliveryStore } from './zap-delivery-store.ts';

export interface SweepZapDeliveriesDeps {
  readonly zapDeliveries: Pick<ZapDeliveryStore, 'sweep'>;
  readonly clock: Clock;
}

/** Forgets receipts of zaps long after relays took them, or were given up. */
export async function sweepZapDeliveries(
  { zapDeliveries, clock }: SweepZapDeliveriesDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_SENT_ZAPS_MS);
  await sweep((limit) => zapDeliveries.sweep(before, limit), signal);
}
