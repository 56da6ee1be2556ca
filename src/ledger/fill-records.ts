import type { Clock } from '../base/clock.ts';
import { FILL_PAUSE_MS, FILL_STEP } from './limits.ts';

export interface FillRecordsDeps {
  readonly recordFilling: RecordFillingStore;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Port: records of settled money that older versions wrote, in which newer columns are still empty.
 */
export interface RecordFillingStore {
  /**
   * Fills the empty columns of the next records; returns how many records were read. Fewer than
   * `limit` means that none are left.
   */
  fillStep(limit: number): Promise<number>;
}

/**
 * Fills new columns of records that were written before an upgrade, in small steps with pauses, so
 * that no one has to wait. Readers also work with empty columns, so another process may continue at
 * any time.
 */
export async function fillRecords(
  { recordFilling, clock }: FillRecordsDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await recordFilling.fillStep(FILL_STEP)) === FILL_STEP) {
    await clock.sleep(FILL_PAUSE_MS, signal);
  }
}
