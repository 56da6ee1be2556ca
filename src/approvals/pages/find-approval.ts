import type { Approval, ApprovalState } from '../../payments/approval.ts';
import {
  notFoundPage,
  type PageAnswer,
  redirectTo,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { stateAt } from '../approval-state.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';
import { approvalPath } from './approval-paths.ts';

/** Finds an approval of the user who asks; null also for one of someone else. */
export async function findApproval(
  { approvals }: Pick<ApprovalPageDeps, 'approvals'>,
  { params, user }: UserPageRequest,
): Promise<Approval | null> {
  const found = await approvals.find(params.text('approval'));
  return found?.userId === user.id ? found : null;
}

/**
 * Decides about an approval that still waits. An old form, whose approval has ended, leads to the
 * page that says how it has ended.
 */
export async function whileWaiting(
  deps: ApprovalPageDeps,
  request: UserPageRequest,
  decide: (approval: Approval) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const approval = await findApproval(deps, request);
  if (approval === null) return notFoundPage();
  const state: ApprovalState = stateAt(approval, deps.clock.now());
  return state === 'waiting' ? await decide(approval) : redirectTo(approvalPath(approval.id));
}

/** What the browser calls itself, as it is stored with a decision. */
export const deviceOf = (
  { accounts }: Pick<ApprovalPageDeps, 'accounts'>,
  { raw }: UserPageRequest,
): string => accounts.browsers.userBrowser(raw.request).session.device;
