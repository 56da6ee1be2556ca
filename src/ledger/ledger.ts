/** The background jobs of the ledger. money-store.ts says how money moves. */

import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { type FillRecordsDeps, fillRecords } from './fill-records.ts';
import { type PruneKeysDeps, pruneKeys } from './prune-keys.ts';

export const ledgerJobs = (deps: PruneKeysDeps & FillRecordsDeps): Jobs => ({
  'sweep-keys': { work: (_, signal) => pruneKeys(deps, signal), everySec: MINUTE_SEC },
  'fill-records': { work: (_, signal) => fillRecords(deps, signal), everySec: HOUR_SEC },
});
