import type { Page } from '../web/pages/page.ts';
import { archivePages } from './pages/archive.ts';
import { closePages } from './pages/close.ts';
import { leavePages } from './pages/leave.ts';
import type { LeavingPageDeps } from './pages/leaving-page-deps.ts';

/** Pages on which people download an archive of their data and close their account. */
export const LEAVING_PAGES: readonly Page<LeavingPageDeps>[] = [
  ...leavePages,
  ...archivePages,
  ...closePages,
];
