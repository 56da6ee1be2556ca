import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { APPROVALS_PATH } from '../../web/pages/paths.ts';
import { MUTE_MS } from '../limits.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';
import { approvalPath, mutePath, refuseAllPath, refuseApprovalPath } from './approval-paths.ts';
import { deviceOf, findApproval, whileWaiting } from './find-approval.ts';

/** Refuses a payment. Refusing needs no proof of who the user is, as nothing leaves by it. */
const refuse: UserPage<ApprovalPageDeps> = {
  method: 'POST',
  path: refuseApprovalPath(':approval'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => approvalPath(params.text('approval')) },
  handle: (deps, request) =>
    whileWaiting(deps, request, async ({ id }) => {
      const device = deviceOf(deps, request);
      await deps.approvals.end(id, { state: 'refused', at: deps.clock.now(), device });
      deps.completions.announce(id, null);
      return redirectTo(approvalPath(id));
    }),
};

/** Refuses all that waits of the same app or token. */
const refuseAll: UserPage<ApprovalPageDeps> = {
  method: 'POST',
  path: refuseAllPath(':approval'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => approvalPath(params.text('approval')) },
  handle: async (deps, request) => {
    const { session, texts } = request;
    const approval = await findApproval(deps, request);
    if (approval === null) return notFoundPage();
    const device = deviceOf(deps, request);
    const count = await deps.approvals.refuseAll(approval, deps.clock.now(), device);
    session.keepNotice({ kind: 'done', text: texts.approvals.refusedAll({ count }) });
    return redirectTo(APPROVALS_PATH);
  },
};

/** Switches notices of what this app or token asks for off for a day, or on again. */
const mute: UserPage<ApprovalPageDeps> = {
  method: 'POST',
  path: mutePath(':approval'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => approvalPath(params.text('approval')) },
  handle: async (deps, request) => {
    const { form, session, texts } = request;
    const { mute: words } = texts.approvals;
    const approval = await findApproval(deps, request);
    if (approval === null) return notFoundPage();
    const isMuting = form.text('mute') === 'yes';
    const until = isMuting ? new Date(deps.clock.now().getTime() + MUTE_MS) : null;
    await deps.approvals.mute(approval, until);
    session.keepNotice({ kind: 'done', text: isMuting ? words.muted : words.unmuted });
    return redirectTo(approvalPath(approval.id));
  },
};

export const refuseApprovalPages: readonly Page<ApprovalPageDeps>[] = [refuse, refuseAll, mute];
