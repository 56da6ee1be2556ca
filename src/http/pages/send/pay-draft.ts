import { payDraft } from '../../../usecases/sends/pay-draft.ts';
import { readSend } from '../../../usecases/sends/read-send.ts';
import { whenConfirmed } from '../account/when-confirmed.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { payRefusalWords } from './refusal-words.ts';
import { draftPath, payPath } from './send-paths.ts';

/** Pays what the review showed. The draft then tells what has become of it. */
const pay: UserPage = {
  method: 'POST',
  path: payPath(':draft'),
  access: 'signed_in',
  handle: async (deps, request) => {
    const { params, user } = request;
    const draft = await deps.sends.drafts.findDraft(user.id, params.text('draft'));
    if (draft === null) return notFoundPage();
    const path = draftPath(draft.id);
    const view = await readSend(deps, draft);
    // The page says what is in the way, or what was paid already.
    if (view.kind !== 'review' || view.review.obstacle !== null) return redirectTo(path);
    const work = () => payOnce(deps, request, path, () => payDraft(deps, draft));
    return view.review.amountSat > user.preferences.confirmAboveSat
      ? await whenConfirmed(deps, request, path, work)
      : await work();
  },
};

export const payDraftPages: readonly Page[] = [pay];

/** Each user has a limited number of calls that wait for a payment. */
async function payOnce(
  { paymentCalls }: PageDeps,
  { session, texts, user }: UserPageRequest,
  path: string,
  work: () => ReturnType<typeof payDraft>,
): Promise<PageAnswer> {
  const refused = (text: string): PageAnswer => {
    session.keepNotice({ kind: 'problem', text });
    return redirectTo(path);
  };
  if (!paymentCalls.take(user.id)) return refused(texts.sendRefused.paying.tooManyOpen);
  try {
    const paid = await work();
    return paid.ok ? redirectTo(path) : refused(payRefusalWords(texts.sendRefused, paid.refusal));
  } finally {
    paymentCalls.give(user.id);
  }
}
