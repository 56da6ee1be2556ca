import type { SlotUsage } from './delivery-slots.ts';

/** Port: what delivery reports about itself, for metrics. */
export interface DeliveryObserver {
  /** `outcome`: class of the status (`2xx`) or of the error. */
  attempted(outcome: string, durationMs: number): void;
  /** Time for listing due deliveries and claiming them. */
  claimed(durationMs: number): void;
  /** Called once; metrics then call `read` whenever they are collected. */
  watchSlots(read: () => SlotUsage): void;
}

/** For a process whose metrics are off. */
export const UNOBSERVED: DeliveryObserver = {
  attempted() {},
  claimed() {},
  watchSlots() {},
};
