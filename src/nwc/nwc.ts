/**
 * The jobs of Nostr Wallet Connect. The relay is served by relay/register-relay.ts, and requests
 * are run by run-nwc-requests.ts.
 */

import { HOUR_SEC, type Jobs } from '../base/jobs.ts';
import { type PruneNwcRequestsDeps, pruneNwcRequests } from './run-nwc-requests.ts';

export const nwcJobs = (deps: PruneNwcRequestsDeps): Jobs => ({
  'sweep-nwc-requests': {
    work: (_, signal) => pruneNwcRequests(deps, signal),
    everySec: HOUR_SEC,
  },
});
