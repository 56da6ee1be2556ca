import type { Page } from '../kit/page.ts';
import { archivePages } from './archive.ts';
import { closePages } from './close.ts';
import { leavePages } from './leave.ts';

/** How people take what is theirs, and go. */
export const LEAVE_PAGES: readonly Page[] = [...leavePages, ...archivePages, ...closePages];
