import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentStop } from '../payment-stop.ts';

/**
 * The name of a file that operators create in the data folder to stop payments over the node at
 * once.
 */
export const STOP_FILE = 'stop-outside-payments';

/**
 * The name of a file in the data folder. While it exists, no webhook messages are sent; they are
 * kept until it is gone.
 */
export const HOLD_WEBHOOKS_FILE = 'hold-webhooks';

export const watchHoldWebhooksFile =
  (dataDir: string): (() => boolean) =>
  () =>
    existsSync(join(dataDir, HOLD_WEBHOOKS_FILE));

/**
 * Watches the file that stops payments. It is deliberately outside of the database, so that access
 * to the database cannot lift the stop.
 */
export function watchStopFile(dataDir: string): PaymentStop {
  const path = join(dataDir, STOP_FILE);
  return {
    stopReason: () => (existsSync(path) ? `the file ${STOP_FILE} is in the data folder` : null),
  };
}
