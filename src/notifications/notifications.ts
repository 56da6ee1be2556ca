/**
 * Creates the page of notices, and the jobs that search for notices, mail them and remove old ones.
 */

import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs, Loop } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import { textsOf } from '../i18n/io/catalogues.ts';
import type { WalletFeed } from '../ledger/wallet-feed.ts';
import type { Push } from '../push/push.ts';
import type { Page } from '../web/pages/page.ts';
import { type LookForNoticesDeps, lookForNotices, watchForNotices } from './look-for-notices.ts';
import { type MailNoticesDeps, mailNotices } from './mail-notices.ts';
import { MAIL_NOTICES_JOB, type NoticeInboxStore, PUSH_NOTICES_JOB } from './notice.ts';
import { devicePages } from './pages/devices.ts';
import type { NoticePageDeps } from './pages/notice-page-deps.ts';
import { noticePages } from './pages/notices.ts';
import { type PruneNoticesDeps, pruneNotices } from './prune-notices.ts';
import { type PushNoticesDeps, pushNotices } from './push-notices.ts';

export const NOTICE_PAGES: readonly Page<NoticePageDeps>[] = [...noticePages, ...devicePages];

export const noticeJobs = (
  deps: MailNoticesDeps & PushNoticesDeps & LookForNoticesDeps & PruneNoticesDeps,
): Jobs => ({
  [PUSH_NOTICES_JOB]: {
    group: 'push',
    work: (order, signal) => pushNotices(deps, order, signal),
  },
  [MAIL_NOTICES_JOB]: {
    ...MAIL_JOB,
    work: (order, signal, jobId) => mailNotices(deps, order, { signal, jobId }),
  },
  'look-for-notices': { work: (_, signal) => lookForNotices(deps, signal), everySec: MINUTE_SEC },
  'sweep-notices': { work: (_, signal) => pruneNotices(deps, signal), everySec: HOUR_SEC },
});

export interface Notices {
  readonly jobs: Jobs;
  readonly watch: Loop;
}

export function createNotices(
  { config, clock }: Context,
  parts: {
    readonly noticeInboxes: NoticeInboxStore;
    readonly push: Push;
    readonly mailer: Mailer | null;
    readonly walletFeed: WalletFeed;
  },
): Notices {
  const authUrl = () => authUrlOf(config);
  const siteName = config.site.name;
  const deps = { ...parts, ...parts.push, clock, authUrl, siteName, textsOf };
  return { jobs: noticeJobs(deps), watch: (signal) => watchForNotices(deps, signal) };
}
