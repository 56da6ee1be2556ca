import { homePages } from '../../activity/home/home.ts';
import { morePages } from '../../activity/home/more.ts';
import { activityPages } from '../../activity/pages/activity.ts';
import { activityRecordPages } from '../../activity/pages/activity-record.ts';
import { noticePages } from '../../notices/pages/notices.ts';
import { ownProofPages } from '../../proof/pages/own-proof.ts';
import { proofPages } from '../../proof/pages/proof.ts';
import { proofFilePages } from '../../proof/pages/proof-file.ts';
import { statementPages } from '../../statements/pages/statement.ts';
import { statementListPages } from '../../statements/pages/statements.ts';
import { livePages } from '../../web/live/live.ts';
import type { Page } from '../../web/pages/page.ts';

/** What everyone does with their wallet. */
export const WALLET_PAGES: readonly Page[] = [
  ...homePages,
  ...activityPages,
  ...activityRecordPages,
  ...statementListPages,
  ...statementPages,
  ...proofPages,
  ...ownProofPages,
  ...proofFilePages,
  ...noticePages,
  ...livePages,
  ...morePages,
];
