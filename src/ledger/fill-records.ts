import type { Clock } from '../base/clock.ts';
import { FILL_PAUSE_MS, FILL_STEP } from './limits.ts';

export interface FillRecordsDeps {
  readonly recordFilling: RecordFillingStore;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Port: records that older versions have written, in which columns are still empty. */
export interface RecordFillingStore {
  /** Fills the empty columns of the next records; returns how many records were looked at. */
  fillStep(limit: number): Promise<number>;
}

/**
 * Fills records that were there before an upgrade, in small steps with pauses, so that no one has
 * to wait. Readers work without it, and another process may go on at any time.
 */
export async function fillRecords(
  { recordFilling, clock }: FillRecordsDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await recordFilling.fillStep(FILL_STEP)) === FILL_STEP) {
    await clock.sleep(FILL_PAUSE_MS, signal);
  }
}
