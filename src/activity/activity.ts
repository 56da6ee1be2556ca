import type { Page } from '../web/pages/page.ts';
import { homePages } from './home/home.ts';
import { morePages } from './home/more.ts';
import { activityPages } from './pages/activity.ts';
import type { ActivityPageDeps } from './pages/activity-page-deps.ts';
import { activityRecordPages } from './pages/activity-record.ts';

/** What happened in a wallet, and Home, which leads everywhere. */
export const ACTIVITY_PAGES: readonly Page<ActivityPageDeps>[] = [
  ...homePages,
  ...activityPages,
  ...activityRecordPages,
  ...morePages,
];
