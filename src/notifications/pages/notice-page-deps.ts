import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ActivityStore } from '../../activity/activity-store.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { NoticeInboxStore } from '../notice.ts';

export interface NoticePageDeps extends WatchDeps, Pick<ReaderRateDeps, 'rates'> {
  readonly accounts: AccountPorts;
  readonly activity: ActivityStore;
  readonly noticeInboxes: NoticeInboxStore;
}
