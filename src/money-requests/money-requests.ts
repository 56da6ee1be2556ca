/** Creates the pages, store and jobs of requests for money between users of this service. */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import { newRequestPages } from './pages/new-request.ts';
import { requestPages } from './pages/request.ts';
import type { RequestPageDeps } from './pages/request-page-deps.ts';
import { requestListPages } from './pages/requests.ts';
import { type PruneRequestsDeps, pruneRequests } from './prune-requests.ts';

export const REQUEST_PAGES: readonly Page<RequestPageDeps>[] = [
  ...requestListPages,
  ...newRequestPages,
  ...requestPages,
];

export const requestJobs = (deps: PruneRequestsDeps): Jobs => ({
  'sweep-requests': { work: (_, signal) => pruneRequests(deps, signal), everySec: HOUR_SEC },
});
