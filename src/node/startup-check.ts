import {
  type CheckPaymentWatermarkDeps,
  checkPaymentWatermark,
} from './check-payment-watermark.ts';
import type { PaymentStop } from './payment-stop.ts';

/**
 * Stops payments after the start of a process, until the process has checked that the database
 * knows the node's payments.
 */
export interface StartupCheck extends PaymentStop {
  /**
   * Checks the node's payments if this process has not checked them yet, or if no process has
   * checked them since the database server started.
   */
  take(signal: AbortSignal): Promise<void>;
}

/**
 * Creates the check. If the database was restored to an earlier state while no service ran, only
 * the node shows it. If payments are missing, a stop is stored that holds for all processes.
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
