import type { SlotUsage } from './delivery-slots.ts';

/** Port: what the delivery reports of itself, for metrics. */
export interface DeliveryObserver {
  /** `outcome`: class of the status (`2xx`), or of the error. */
  attempted(outcome: string, durationMs: number): void;
  /** Looking for due deliveries and claiming them. */
  claimed(durationMs: number): void;
  /** Once: by `read` the metrics ask for it when they are asked. */
  watchSlots(read: () => SlotUsage): void;
}
