import { readSat, type Sat, sat } from '../../base/amount.ts';
import { html } from '../../i18n/html.ts';
import { depositPath } from '../../onchain/pages/deposit-words.ts';
import { WITHDRAWAL_SPEEDS, type WithdrawalSpeed } from '../../onchain/withdrawal.ts';
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
import { type ChooseAmountInput, isTooOld } from '../choose-draft-amount.ts';
import { findPaymentOf } from '../pay-draft.ts';
import {
  findContactOf,
  type MostToSend,
  readMostToSend,
  readSendDraft,
  type SendDraftView,
} from '../read-send-draft.ts';
import { hasSpeeds, payeeTextOf } from '../send-target.ts';
import type { DraftChoice, SendDraft } from '../stores/send-draft-store.ts';
import { refusalWords } from './refusal-words.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { againPath, draftPath, speedsPath } from './send-paths.ts';
import { type ChoiceFigures, type ChoiceProblem, showChoice } from './show-choice.ts';
import { renderPayment, titleOf } from './show-payment.ts';
import { showReview } from './show-review.ts';
import { showSpeeds } from './show-speeds.ts';

const PATH = draftPath(':draft');

/** The page of a draft, in whichever state the draft is. A draft of another user is not found. */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const draft = await findDraft(deps, request);
    if (draft === null) return notFoundPage();
    // Watching begins before the draft's view is read, so that the page is told of every later
    // change.
    const payment = await findPaymentOf(deps, draft);
    const live = payment && (await watchWallet(deps, request, { payment: payment.identifier }));
    const view = await readSendDraft(deps, draft);
    if (view.kind === 'withdrawal') return redirectTo(depositPath(view.withdrawal.identifier));
    if (view.kind === 'choose' && hasSpeeds(draft.target)) {
      return await showChainChoice(deps, request, draft, view.most);
    }
    const page = await showView(deps, request, draft, view);
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
    if (form.has('speed')) return await chooseSpeed(deps, request, draft, most);
    const choice = await choiceFigures(deps, request, draft, most);
    const takesAll = form.text('all') === 'yes';
    const isFixed = draft.target.minSat === draft.target.maxSat;
    const typed = readAmount(texts.format, form, choice.rate);
    if (!takesAll && !isFixed && !typed.ok) {
      const text = amountProblem(texts, typed.refusal, texts.send.choose.notWhole);
      return showChoice(request, draft, choice, { field: 'amount', text });
    }
    if (takesAll && hasSpeeds(draft.target)) return await chooseAll(deps, request, draft, most);
    const chosen = takesAll ? most.mostSat : isFixed || !typed.ok ? null : sat(typed.value);
    if (chosen !== null && hasSpeeds(draft.target)) return redirectTo(speedsPath(draft.id, chosen));
    const comment = form.text('comment').trim() || null;
    return await keepChoice(deps, request, draft, { amountSat: chosen, comment });
  },
};

/**
 * Stores the amount and comment that the payer chose and leads to the review, or asks again and
 * says what is wrong.
 */
export async function keepChoice(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  choice: DraftChoice & Pick<ChooseAmountInput, 'speed'>,
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

/**
 * Shows the speeds that the payer can choose for an amount. If the payer chooses the amount as
 * well, the URL contains it. While the URL lacks it, the form for the amount is shown.
 */
async function showChainChoice(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  most: MostToSend,
): Promise<ShownPage> {
  const { query, texts } = request;
  const { minSat, maxSat } = draft.target;
  const named = minSat === maxSat ? minSat : readSat(query.text('amount'));
  if (named !== null && named >= minSat && named <= maxSat && !most.isStopped) {
    return await quoteSpeeds(deps, request, draft, { amountSat: named, most });
  }
  const refusal = { kind: 'amount_out_of_range', minSat, maxSat } as const;
  const text = refusalWords(texts, refusal, deps.node.network);
  const problem = named === null || most.isStopped ? null : ({ field: 'amount', text } as const);
  return showChoice(request, draft, await choiceFigures(deps, request, draft, most), problem);
}

/** Asks the node what each speed costs, and shows it. If the node is away, the page says so. */
async function quoteSpeeds(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  { amountSat, most }: { readonly amountSat: Sat; readonly most: MostToSend },
): Promise<ShownPage> {
  const quoted = await askFees(deps, request, draft, amountSat, WITHDRAWAL_SPEEDS);
  const figures = {
    ...{ address: addressOf(draft), amountSat, most, now: deps.clock.now() },
    rate: await readerRate(deps, request.user),
  };
  if (quoted === 'node_away') return showSpeeds(request, draft, { ...figures, quotes: null });
  if (quoted.ok) return showSpeeds(request, draft, { ...figures, quotes: quoted.value });
  const text = refusalWords(request.texts, quoted.refusal, deps.node.network);
  return showSpeeds(request, draft, { ...figures, quotes: null }, text);
}

const askFees = (
  { payFlow }: SendPageDeps,
  { user }: UserPageRequest,
  draft: SendDraft,
  amountSat: Sat,
  speeds: readonly WithdrawalSpeed[],
) =>
  unlessNodeAway(() =>
    payFlow.pages.quote(user.id, { address: addressOf(draft), amountSat }, speeds),
  );

const addressOf = ({ target: { source } }: SendDraft): string =>
  source.kind === 'chain' ? source.address : '';

/** Takes the speed that the payer chose, with the amount for which it was offered. */
async function chooseSpeed(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  most: MostToSend,
): Promise<PageAnswer> {
  const { form, texts, user } = request;
  const amountSat = readSat(form.text('sat'));
  const speed = WITHDRAWAL_SPEEDS.find((one) => one === form.text('speed')) ?? 'normal';
  const path = draftPath(draft.id);
  if (amountSat === null || !hasSpeeds(draft.target)) return redirectTo(path);
  const input = { userId: user.id, draftId: draft.id, amountSat, comment: null, speed };
  const kept = await unlessNodeAway(() => deps.payFlow.pages.choose(input, deps.shutdown));
  if (kept !== 'node_away' && kept.ok) return redirectTo(path);
  const text =
    kept === 'node_away'
      ? texts.send.chain.nodeAway
      : refusalWords(texts, kept.refusal, deps.node.network);
  const figures = {
    ...{ address: addressOf(draft), amountSat, most, quotes: null, now: deps.clock.now() },
    rate: await readerRate(deps, user),
  };
  const page = showSpeeds(request, draft, figures, text);
  return kept === 'node_away' ? { ...page, status: 503 } : page;
}

/** Sends the whole balance, less the highest fee of the normal speed. */
async function chooseAll(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  most: MostToSend,
): Promise<PageAnswer> {
  const { texts } = request;
  const quoted = await askFees(deps, request, draft, most.mostSat, ['normal']);
  const quote = quoted !== 'node_away' && quoted.ok ? quoted.value[0] : undefined;
  if (quote?.kind === 'costs') {
    const spendableSat = most.leftDaySat ?? most.spendableSat;
    const leftSat = sat(spendableSat - quote.highestSat);
    const amountSat = leftSat < most.mostSat ? leftSat : most.mostSat;
    if (amountSat >= draft.target.minSat) return redirectTo(speedsPath(draft.id, amountSat));
  }
  const { paying } = texts.sendRefused;
  const text =
    quoted === 'node_away'
      ? texts.send.chain.nodeAway
      : !quoted.ok
        ? refusalWords(texts, quoted.refusal, deps.node.network)
        : quote?.kind === 'fees_too_high'
          ? paying.feesTooHigh
          : quote?.kind === 'not_enough_on_chain'
            ? paying.notEnoughOnChain
            : texts.send.choose.tooLittle({ spendable: texts.format.sat(most.spendableSat) });
  const figures = await choiceFigures(deps, request, draft, most);
  const page = showChoice(request, draft, figures, { field: null, text });
  return quoted === 'node_away' ? { ...page, status: 503 } : page;
}

/** Begins a payment again, as a new draft with the same target. */
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
    // A withdrawal has a page of its own, to which the page of the draft redirects.
    case 'withdrawal':
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
