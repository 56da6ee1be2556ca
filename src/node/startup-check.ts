import {
  type CheckPaymentWatermarkDeps,
  checkPaymentWatermark,
} from './check-payment-watermark.ts';
import type { PaymentStop } from './payment-stop.ts';

/** Stops payments until this process has asked the node once which payments it knows. */
export interface StartupCheck extends PaymentStop {
  /**
   * Looks at the node if this process has not done so yet, or no process has since the database
   * server started.
   */
  take(signal: AbortSignal): Promise<void>;
}

/**
 * Creates the check. A database that went back while no service ran does not show it, but the node
 * does. If the look finds something, it stores a stop that holds for all processes.
 */
export function createStartupCheck(deps: CheckPaymentWatermarkDeps): StartupCheck {
  let isDone = false;
  return {
    take: async (signal) => {
      if (isDone) isDone = (await deps.comparisons.readLook())?.isCurrent !== false;
      if (!isDone) isDone = (await checkPaymentWatermark(deps, signal)) !== 'not_possible';
    },
    stopReason: () =>
      isDone ? null : 'the node was not asked yet for payments that the database lacks',
  };
}
