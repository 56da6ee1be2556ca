import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ActivityStore } from '../../activity/activity-store.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { NoticeInboxStore } from '../notice.ts';

export interface NoticePageDeps extends WatchDeps {
  readonly accounts: AccountPorts;
  readonly activity: ActivityStore;
  readonly noticeInboxes: NoticeInboxStore;
}
