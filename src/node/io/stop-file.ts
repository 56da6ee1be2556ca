import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentStop } from '../payment-stop.ts';

/** A file that an operator creates in the data folder to stop external payments immediately. */
export const STOP_FILE = 'stop-outside-payments';

/** A file that holds back all webhooks while it exists: nothing is lost, everything waits. */
export const HOLD_WEBHOOKS_FILE = 'hold-webhooks';

export const watchHoldWebhooksFile =
  (dataDir: string): (() => boolean) =>
  () =>
    existsSync(join(dataDir, HOLD_WEBHOOKS_FILE));

/**
 * Watches the stop file. It is deliberately outside the database: write access there cannot lift
 * the stop.
 */
export function watchStopFile(dataDir: string): PaymentStop {
  const path = join(dataDir, STOP_FILE);
  return {
    stopReason: () => (existsSync(path) ? `the file ${STOP_FILE} is in the data folder` : null),
  };
}
