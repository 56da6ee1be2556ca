/** The page behind the bell, and the jobs that look for notices, mail them and remove old ones. */

import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { textsOf } from '../texts/io/catalogues.ts';
import type { Page } from '../web/pages/page.ts';
import { type LookForNoticesDeps, lookForNotices } from './look-for-notices.ts';
import { type MailNoticesDeps, mailNotices } from './mail-notices.ts';
import { MAIL_NOTICES_JOB } from './notice.ts';
import type { NoticePageDeps } from './pages/notice-page-deps.ts';
import { noticePages } from './pages/notices.ts';
import { type PruneNoticesDeps, pruneNotices } from './prune-notices.ts';
import { createNoticeInboxStore } from './sql/notice-inbox-store.ts';

export const NOTICE_PAGES: readonly Page<NoticePageDeps>[] = [...noticePages];

export const noticeJobs = (
  deps: MailNoticesDeps & LookForNoticesDeps & PruneNoticesDeps,
): Jobs => ({
  [MAIL_NOTICES_JOB]: {
    ...MAIL_JOB,
    work: (order, signal, jobId) => mailNotices(deps, order, { signal, jobId }),
  },
  'look-for-notices': { work: (_, signal) => lookForNotices(deps, signal), everySec: MINUTE_SEC },
  'sweep-notices': { work: (_, signal) => pruneNotices(deps, signal), everySec: HOUR_SEC },
});

export function createNoticeJobs(
  { config, clock }: Context,
  database: Database,
  mailer: Mailer | null,
): Jobs {
  const authUrl = () => authUrlOf(config);
  const noticeInboxes = createNoticeInboxStore(database, config.userLimits);
  return noticeJobs({ clock, noticeInboxes, mailer, authUrl, textsOf });
}
