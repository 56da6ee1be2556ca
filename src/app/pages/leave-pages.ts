import { archivePages } from '../../leaving/pages/archive.ts';
import { closePages } from '../../leaving/pages/close.ts';
import { leavePages } from '../../leaving/pages/leave.ts';
import type { Page } from '../../web/pages/page.ts';

/** How people take what is theirs, and go. */
export const LEAVE_PAGES: readonly Page[] = [...leavePages, ...archivePages, ...closePages];
