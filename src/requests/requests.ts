/** Asking someone here for money, and answering that. */

import type { Page } from '../web/pages/page.ts';
import { newRequestPages } from './pages/new-request.ts';
import { requestPages } from './pages/request.ts';
import type { RequestPageDeps } from './pages/request-page-deps.ts';
import { requestListPages } from './pages/requests.ts';

export const REQUEST_PAGES: readonly Page<RequestPageDeps>[] = [
  ...requestListPages,
  ...newRequestPages,
  ...requestPages,
];
