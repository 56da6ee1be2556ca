/** What the ledger has to run: its jobs. How money moves stands in money-store.ts. */

import { MINUTE_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { type PruneKeysDeps, pruneKeys } from './prune-keys.ts';

export const ledgerJobs = (deps: PruneKeysDeps): Jobs => ({
  'sweep-keys': { work: (_, signal) => pruneKeys(deps, signal), everySec: MINUTE_SEC },
});
