import { watchWallet } from '../../web/live/live.ts';
import { notFoundPage, type Page, type UserPage } from '../../web/pages/page.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import { stateAt } from '../approval-state.ts';
import { listWaiting } from '../list-waiting.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';
import { approvalPath } from './approval-paths.ts';
import { findApproval } from './find-approval.ts';
import { readOutcome } from './read-outcome.ts';
import { readAskedPayee } from './read-payee.ts';
import { showApproval } from './show-approval.ts';

/** The page of one payment that asks: all that matters before it is paid, or how it has ended. */
const show: UserPage<ApprovalPageDeps> = {
  method: 'GET',
  path: approvalPath(':approval'),
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user } = request;
    // The page begins to listen for changes before it reads the approval, so that it misses none.
    const live = await watchWallet(deps, request);
    const approval = await findApproval(deps, request);
    if (approval === null) return notFoundPage();
    const { grantId } = approval;
    const now = deps.clock.now();
    const [asked, spenders, waiting, rate, outcome] = await Promise.all([
      readAskedPayee(deps, approval),
      deps.askingSpenders.findSpenders(user.id, [grantId], now),
      listWaiting(deps, user.id),
      readerRate(deps, user),
      readOutcome(deps, approval),
    ]);
    return showApproval(request, {
      approval,
      state: stateAt(approval, now),
      asked,
      spender: spenders.get(grantId) ?? null,
      othersCount: waiting.filter((one) => one.grantId === grantId).length - 1,
      outcome,
      rate,
      live,
      now,
    });
  },
};

export const approvalPages: readonly Page<ApprovalPageDeps>[] = [show];
