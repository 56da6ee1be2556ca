import type { Clock } from '../base/clock.ts';
import { FILL_PAUSE_MS, FILL_STEP } from './limits.ts';

export interface FillRecordsDeps {
  readonly recordFilling: RecordFillingStore;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Port: records of older versions, whose columns do not say yet what they are about. */
export interface RecordFillingStore {
  /** Looks at the next records and fills them; returns how many were looked at. */
  fillStep(limit: number): Promise<number>;
}

/**
 * Fills the records that were there before an upgrade, in steps with pauses, so that no one has to
 * wait for that. Readers do not need it to have ended, and another process may go on at any time.
 */
export async function fillRecords(
  { recordFilling, clock }: FillRecordsDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await recordFilling.fillStep(FILL_STEP)) === FILL_STEP) {
    await clock.sleep(FILL_PAUSE_MS, signal);
  }
}
