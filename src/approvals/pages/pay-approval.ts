import { requireStepUp, type StepUpAct } from '../../accounts/pages/require-step-up.ts';
import { debitSat } from '../../base/amount.ts';
import type { Approval } from '../../payments/approval.ts';
import { approvePayment } from '../../payments/approve-payment.ts';
import { PAGE_PAYMENT_WAIT_SEC } from '../../send/limits.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { mayRaise } from '../asking-spender.ts';
import { amountFacts } from './amount-facts.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';
import { approvalPath, payApprovalPath, RAISE_FIELD } from './approval-paths.ts';
import { deviceOf, whileWaiting } from './find-approval.ts';
import { readAskedPayee } from './read-payee.ts';

/**
 * Pays what waits for approval, once the user has proved who they are. A passkey signs for this
 * approval alone. Afterwards the page of the approval shows the outcome.
 */
const pay: UserPage<ApprovalPageDeps> = {
  method: 'POST',
  path: payApprovalPath(':approval'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => approvalPath(params.text('approval')) },
  handle: (deps, request) =>
    whileWaiting(deps, request, async (approval) => {
      const { grantId } = approval;
      const now = deps.clock.now();
      const found = await deps.askingSpenders.findSpenders(request.user.id, [grantId], now);
      const wantsRaise = request.form.text(RAISE_FIELD) === 'yes';
      const raises = wantsRaise && mayRaise(found.get(grantId) ?? null, approval);
      const act = await actOf(deps, request, approval, raises);
      return await requireStepUp(deps, request, act, () =>
        payOnce(deps, request, approval, raises),
      );
    }),
};

export const payApprovalPages: readonly Page<ApprovalPageDeps>[] = [pay];

async function actOf(
  deps: ApprovalPageDeps,
  { texts }: UserPageRequest,
  approval: Approval,
  raises: boolean,
): Promise<StepUpAct> {
  const { approvals: words, format } = texts;
  const asked = await readAskedPayee(deps, approval);
  const upTo = format.sat(debitSat(approval.amountMsat));
  return {
    section: 'apps',
    title: words.one.title,
    about: facts([
      ...amountFacts(texts, approval, asked),
      ...(raises ? [[words.raise.name, words.raise.fact({ upTo })] as const] : []),
    ]),
    submit: words.one.pay({ amount: format.satOf(approval.amountMsat) }),
    back: linkButton(texts.frame.cancel, approvalPath(approval.id), 'quiet'),
    address: approvalPath(approval.id),
    subject: `approval ${approval.id}${raises ? ' and raise' : ''}`,
  };
}

/** Pays. The number of calls that wait for a payment is limited for each user. */
async function payOnce(
  deps: ApprovalPageDeps,
  request: UserPageRequest,
  approval: Approval,
  raisesAskAbove: boolean,
): Promise<PageAnswer> {
  const { session, texts, user } = request;
  const { paymentCalls } = deps;
  const path = approvalPath(approval.id);
  if (!paymentCalls.acquire(user.id)) {
    session.keepNotice({ kind: 'problem', text: texts.sendRefused.paying.tooManyOpen });
    return redirectTo(path);
  }
  try {
    const config = { ...deps.config, waitSec: PAGE_PAYMENT_WAIT_SEC };
    const device = deviceOf(deps, request);
    await approvePayment({ ...deps, config }, approval, { device, raisesAskAbove });
    return redirectTo(path);
  } finally {
    paymentCalls.release(user.id);
  }
}
