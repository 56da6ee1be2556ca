import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ActivityStore } from '../../activity/activity-store.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { KeepDeviceDeps } from '../../push/keep-device.ts';
import type { PushDeviceStore } from '../../push/push-device.ts';
import type { SendPushDeps } from '../../push/send-push.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { Site } from '../../web/site.ts';
import type { NoticeInboxStore } from '../notice.ts';

export interface NoticePageDeps extends WatchDeps, Pick<ReaderRateDeps, 'rates'> {
  readonly accounts: AccountPorts;
  readonly activity: ActivityStore;
  readonly noticeInboxes: NoticeInboxStore;
  readonly push: SendPushDeps & KeepDeviceDeps & { readonly pushDevices: PushDeviceStore };
  /** Counts, for each user, the test messages to browsers that are being sent. */
  readonly pushTests: KeyLimit;
  readonly config: { readonly site: Site };
}
