import { activityPages } from '../activity/activity.ts';
import { activityRecordPages } from '../activity/activity-record.ts';
import type { Page } from '../kit/page.ts';
import { noticePages } from '../notices/notices.ts';
import { ownProofPages } from '../proof/own-proof.ts';
import { proofPages } from '../proof/proof.ts';
import { proofFilePages } from '../proof/proof-file.ts';
import { statementPages } from '../statements/statement.ts';
import { statementListPages } from '../statements/statements.ts';
import { homePages } from './home.ts';
import { livePages } from './live.ts';
import { morePages } from './more.ts';

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
