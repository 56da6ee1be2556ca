import type { SlotUsage } from './delivery-slots.ts';

/** Port: takes what the sending of webhooks reports about itself, for metrics. */
export interface DeliveryObserver {
  /** Counts an attempt; `outcome` is the class of the status (`2xx`) or of the error. */
  attempted(outcome: string, durationMs: number): void;
  /** Counts the time that listing due deliveries and claiming them took. */
  claimed(durationMs: number): void;
  /**
   * Gives the metrics a function that counts the slots in use, which they call whenever they are
   * collected.
   */
  watchSlots(read: () => SlotUsage): void;
}

/** An observer that does nothing, for a process whose metrics are off. */
export const UNOBSERVED: DeliveryObserver = {
  attempted() {},
  claimed() {},
  watchSlots() {},
};
