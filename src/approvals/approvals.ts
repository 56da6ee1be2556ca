/** Lists the pages on which users decide about payments that wait for their approval. */

import type { Page } from '../web/pages/page.ts';
import { approvalPages } from './pages/approval.ts';
import type { ApprovalPageDeps } from './pages/approval-page-deps.ts';
import { approvalListPages } from './pages/approvals.ts';
import { payApprovalPages } from './pages/pay-approval.ts';
import { refuseApprovalPages } from './pages/refuse-approval.ts';

export const APPROVAL_PAGES: readonly Page<ApprovalPageDeps>[] = [
  ...approvalListPages,
  ...approvalPages,
  ...payApprovalPages,
  ...refuseApprovalPages,
];
