import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OutsideGate } from '../operations/outside-gate.ts';

/** A file that an operator puts into the data folder to stop payments over the node at once. */
export const STOP_FILE = 'stop-outside-payments';

/** One that holds all webhooks back until it is gone: nothing is lost, all of it waits. */
export const HOLD_WEBHOOKS_FILE = 'hold-webhooks';

export const watchHoldWebhooksFile =
  (dataDir: string): (() => boolean) =>
  () =>
    existsSync(join(dataDir, HOLD_WEBHOOKS_FILE));

/** Lies outside the database on purpose: who can write there cannot lift the stop (M87). */
export function watchStopFile(dataDir: string): OutsideGate {
  const path = join(dataDir, STOP_FILE);
  return {
    stopReason: () => (existsSync(path) ? `the file ${STOP_FILE} is in the data folder` : null),
  };
}
