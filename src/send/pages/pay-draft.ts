import { readProof } from '../../accounts/pages/prove-identity.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { orderDraft } from '../order-draft.ts';
import { payDraft } from '../pay-draft.ts';
import { readSendDraft } from '../read-send-draft.ts';
import { payeeTextOf } from '../send-target.ts';
import type { SendDraft } from '../stores/send-draft-store.ts';
import { payRefusalWords } from './refusal-words.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { draftPath, payPath } from './send-paths.ts';
import { showReview } from './show-review.ts';

/**
 * Pays the payment that the review has shown. The form may carry a proof of the payer's identity,
 * which counts for this payment only. Without a proof, the review asks for one if it is needed.
 * Afterwards the page of the draft shows the outcome.
 */
const pay: UserPage<SendPageDeps> = {
  method: 'POST',
  path: payPath(':draft'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => draftPath(params.text('draft')) },
  handle: async (deps, request) => {
    const { params, user } = request;
    const draft = await deps.payFlow.drafts.findDraft(user.id, params.text('draft'));
    if (draft === null) return notFoundPage();
    const path = draftPath(draft.id);
    const view = await readSendDraft(deps, draft);
    // When something prevents the payment, or when the draft was paid before, the payer is sent to
    // the page of the draft, which says so.
    if (view.kind !== 'review' || view.review.obstacle !== null) return redirectTo(path);
    const proof = await readProof(deps, request);
    // If the form was sent twice, the first time may have used up the proof and begun the payment.
    // The page of the draft then shows the payment.
    if (proof.kind === 'wrong' && (await hasBegun(deps, draft))) return redirectTo(path);
    const { amountSat } = view.review;
    const order = { amountSat, aboveSat: user.preferences.confirmAboveSat };
    const isProved = proof.kind === 'given';
    const mayPay = isProved || (proof.kind === 'none' && !proof.isOtherWay);
    const isOrdered = mayPay && (await orderDraft(deps, draft, { ...order, isProved }));
    if (isOrdered || isProved) return await payOnce(deps, request, draft);
    return await showReview(deps, request, draft, view.review, proof);
  },
};

export const payDraftPages: readonly Page<SendPageDeps>[] = [pay];

const hasBegun = async (deps: SendPageDeps, { id, userId }: SendDraft): Promise<boolean> => {
  const draft = await deps.payFlow.drafts.findDraft(userId, id);
  return draft === null || (await readSendDraft(deps, draft)).kind !== 'review';
};

/** Pays a draft. The number of calls that wait for a payment is limited for each user. */
async function payOnce(
  deps: SendPageDeps,
  { session, texts, user }: UserPageRequest,
  draft: SendDraft,
): Promise<PageAnswer> {
  const { paymentCalls } = deps;
  const path = draftPath(draft.id);
  const refused = (text: string): PageAnswer => {
    session.keepNotice({ kind: 'problem', text });
    return redirectTo(path);
  };
  if (!paymentCalls.acquire(user.id)) return refused(texts.sendRefused.paying.tooManyOpen);
  try {
    const paid = await payDraft(deps, draft);
    if (paid.ok) await noteContactPaid(deps, draft);
    return paid.ok ? redirectTo(path) : refused(payRefusalWords(texts.sendRefused, paid.refusal));
  } finally {
    paymentCalls.release(user.id);
  }
}

/** Notes that a contact was paid, because the page Send lists recently paid contacts first. */
async function noteContactPaid(
  { clock, contacts }: SendPageDeps,
  { target, userId }: SendDraft,
): Promise<void> {
  const text = payeeTextOf(target);
  if (text !== null) await contacts.notePaid(userId, text, clock.now());
}
