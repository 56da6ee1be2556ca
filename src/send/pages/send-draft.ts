import { sat } from '../../base/amount.ts';
import { html } from '../../i18n/html.ts';
import { watchWallet } from '../../web/live/live.ts';
import { amountProblem, readAmount } from '../../web/pages/amount-field.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { unlessNodeAway } from '../../web/pages/problem.ts';
import { readerRate, readerRateAt } from '../../web/pages/reader-rate.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { isTooOld } from '../choose-draft-amount.ts';
import { findPaymentOf } from '../pay-draft.ts';
import {
  findContactOf,
  type MostToSend,
  readMostToSend,
  readSendDraft,
  type SendDraftView,
} from '../read-send-draft.ts';
import { payeeTextOf } from '../send-target.ts';
import type { DraftChoice, SendDraft } from '../stores/send-draft-store.ts';
import { refusalWords } from './refusal-words.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { againPath, draftPath } from './send-paths.ts';
import { type ChoiceFigures, type ChoiceProblem, showChoice } from './show-choice.ts';
import { renderPayment, titleOf } from './show-payment.ts';
import { showReview } from './show-review.ts';

const PATH = draftPath(':draft');

/** The page of a draft, in the state that it is in. That of another user is not there. */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const draft = await findDraft(deps, request);
    if (draft === null) return notFoundPage();
    // The payment is read before the rest, so that no change is missed.
    const payment = await findPaymentOf(deps, draft);
    const live = payment && (await watchWallet(deps, request, { payment: payment.identifier }));
    const page = await showView(deps, request, draft, await readSendDraft(deps, draft));
    return live === null ? page : { ...page, live };
  },
};

/** Takes the amount and the comment that the payer chose. */
const choose: UserPage<SendPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['amount', 'unit', 'comment'] },
  handle: async (deps, request) => {
    const { form, texts } = request;
    const draft = await findDraft(deps, request);
    if (draft === null) return notFoundPage();
    if (draft.prepared !== null || isTooOld(deps, draft)) return redirectTo(draftPath(draft.id));
    const most = await readMostToSend(deps, draft);
    const choice = await choiceFigures(deps, request, draft, most);
    const takesAll = form.text('all') === 'yes';
    const isFixed = draft.target.minSat === draft.target.maxSat;
    const typed = readAmount(texts.format, form, choice.rate);
    if (!takesAll && !isFixed && !typed.ok) {
      const text = amountProblem(texts, typed.refusal, texts.send.choose.notWhole);
      return showChoice(request, draft, choice, { field: 'amount', text });
    }
    const chosen = takesAll ? most.mostSat : isFixed || !typed.ok ? null : sat(typed.value);
    const comment = form.text('comment').trim() || null;
    return await keepChoice(deps, request, draft, { amountSat: chosen, comment });
  },
};

/** Answers with the review, or asks once more and says what is wrong. */
export async function keepChoice(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  choice: DraftChoice,
): Promise<PageAnswer> {
  const { texts, user } = request;
  const input = { ...choice, userId: user.id, draftId: draft.id };
  const kept = await unlessNodeAway(() => deps.payFlow.pages.choose(input, deps.shutdown));
  if (kept !== 'node_away' && kept.ok) return redirectTo(draftPath(draft.id));
  const figures = await choiceFigures(deps, request, draft, await readMostToSend(deps, draft));
  if (kept === 'node_away') {
    const problem = { field: null, text: texts.problems.nodeAway.message };
    return { ...showChoice(request, draft, figures, problem), status: 503 };
  }
  const text = refusalWords(texts, kept.refusal, deps.node.network);
  return showChoice(request, draft, figures, { field: fieldOf(kept.refusal.kind), text });
}

/** Begins once more with the text of a draft, as a draft of its own. */
const again: UserPage<SendPageDeps> = {
  method: 'POST',
  path: againPath(':draft'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => draftPath(params.text('draft')) },
  handle: async (deps, request) => {
    const { params, session, texts, user } = request;
    const draftId = params.text('draft');
    const begun = await deps.payFlow.pages.repeat({ userId: user.id, draftId }, deps.shutdown);
    if (begun.ok) return redirectTo(draftPath(begun.value.draftId));
    if (begun.refusal.kind === 'draft_not_found') return notFoundPage();
    const text = refusalWords(texts, begun.refusal, deps.node.network);
    session.keepNotice({ kind: 'problem', text });
    return redirectTo(SEND_PATH);
  },
};

export const sendDraftPages: readonly Page<SendPageDeps>[] = [show, choose, again];

const choiceFigures = async (
  deps: SendPageDeps,
  { user }: UserPageRequest,
  { target }: SendDraft,
  most: MostToSend,
): Promise<ChoiceFigures> => ({
  contact: await findContactOf(deps, user.id, payeeTextOf(target)),
  most,
  rate: await readerRate(deps, user),
  now: deps.clock.now(),
});

const findDraft = ({ payFlow }: SendPageDeps, { params, user }: UserPageRequest) =>
  payFlow.drafts.findDraft(user.id, params.text('draft'));

function fieldOf(kind: string): ChoiceProblem['field'] {
  if (kind.startsWith('comment_')) return 'comment';
  return kind.startsWith('amount_') ? 'amount' : null;
}

async function showView(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  view: SendDraftView,
): Promise<ShownPage> {
  const { texts, user } = request;
  switch (view.kind) {
    case 'choose':
      return showChoice(request, draft, await choiceFigures(deps, request, draft, view.most), null);
    case 'review':
      return await showReview(deps, request, draft, view.review);
    case 'too_old':
      return showTooOld(texts);
    case 'payment': {
      const { endedAt, createdAt } = view.payment;
      const rate = await readerRateAt(deps, user, endedAt ?? createdAt);
      const site = deps.config.site.name;
      const shown = { ...view, draft, rate, site, now: deps.clock.now() };
      const title = titleOf(texts, shown);
      const content = renderPayment(request, shown);
      return showPage({
        title,
        section: 'send',
        width: 'narrow',
        main: livePart('payment', content, title),
      });
    }
  }
}

const showTooOld = ({ send: { title, tooOld: words } }: PageTexts): ShownPage =>
  showPage({
    title,
    section: 'send',
    width: 'narrow',
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.text}</p>
      <p class="actions">${linkButton(words.startAgain, SEND_PATH, 'main')}</p>`,
  });
