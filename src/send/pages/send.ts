import { type Sat, sat } from '../../base/amount.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import { isLikeSeed } from '../../lnurl/seed-text.ts';
import { withdrawPath } from '../../receive/pages/receive-paths.ts';
import {
  amountField,
  amountProblem,
  amountScripts,
  readOptionalAmount,
} from '../../web/pages/amount-field.ts';
import { linkButton, postForm, textAreaField } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { REQUESTS_PATH, SEND_PATH } from '../../web/pages/paths.ts';
import { unlessNodeAway } from '../../web/pages/problem.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import { type RequestValues, readRequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { SHARED_FIELDS } from '../../web/pages/shared-fields.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { hasSpeeds } from '../send-target.ts';
import { offeredPayees } from './offered-payees.ts';
import { refusalWords } from './refusal-words.ts';
import { scanLink } from './scan.ts';
import { keepChoice } from './send-draft.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { draftPath, speedsPath } from './send-paths.ts';

/**
 * The page with one field for anything that can be paid. A text that is proposed in the URL is only
 * filled in, never sent.
 */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: SEND_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { query, user } = request;
    const proposed = readRequestValues([['to', readProposal(deps, query)]]);
    const typed = readResumedForm(request) ?? proposed;
    return showForm(deps, request, { typed, rate: await readerRate(deps, user), problem: null });
  },
};

const send: UserPage<SendPageDeps> = {
  method: 'POST',
  path: SEND_PATH,
  access: 'signed_in',
  resumable: { fields: ['to', 'amount', 'unit'] },
  handle: async (deps, request) => {
    const { form, texts, user } = request;
    const { drafts, pages } = deps.payFlow;
    const rate = await readerRate(deps, user);
    const again = (field: SendProblem['field'], text: string): Promise<ShownPage> =>
      showForm(deps, request, { typed: form, rate, problem: { field, text } });
    const typed = readTyped(texts, form, rate);
    if (!typed.ok) return await again('amount', typed.refusal);
    const amountSat = typed.value;
    const input = { userId: user.id, text: form.text('to'), amountSat };
    const begun = await unlessNodeAway(() => pages.begin(input, deps.shutdown));
    if (begun === 'node_away') {
      return { ...(await again('to', texts.problems.nodeAway.message)), status: 503 };
    }
    if (!begun.ok) {
      const { refusal } = begun;
      return refusal.kind === 'other_amount'
        ? await again(
            'amount',
            texts.send.otherAmount({ amount: texts.format.sat(refusal.askedSat) }),
          )
        : await again('to', refusalWords(texts, refusal, deps.node.network));
    }
    const { kind, draftId } = begun.value;
    if (kind === 'withdraw') return redirectTo(withdrawPath(draftId));
    const draft = amountSat === null ? null : await drafts.findDraft(user.id, draftId);
    if (draft === null || draft.prepared !== null) return redirectTo(draftPath(draftId));
    return amountSat !== null && hasSpeeds(draft.target)
      ? redirectTo(speedsPath(draftId, amountSat))
      : await keepChoice(deps, request, draft, { amountSat, comment: null });
  },
};

export const sendPages: readonly Page<SendPageDeps>[] = [show, send];

/** Reads the amount that was entered; null if the field is empty. */
function readTyped(
  texts: PageTexts,
  form: RequestValues,
  rate: Rate | null,
): Result<Sat | null, string> {
  const read = readOptionalAmount(texts.format, form, rate);
  return read.ok
    ? accept(read.value === null ? null : sat(read.value))
    : refuse(amountProblem(texts, read.refusal, texts.send.choose.notWhole));
}

/**
 * Reads a text that is proposed in the URL. Links put it in `to`, but an app that shares a text may
 * put it in any of three fields.
 */
function readProposal({ payFlow }: SendPageDeps, query: RequestValues): string {
  const { url, text, title } = SHARED_FIELDS;
  const shared = [url, text, title].map((name) => query.text(name)).filter((one) => one !== '');
  return query.text('to') || (shared.length === 0 ? '' : payFlow.findPayableText(shared));
}

interface SendProblem {
  readonly field: 'to' | 'amount';
  readonly text: string;
}

interface SendForm {
  readonly typed: RequestValues;
  /** The price in the currency in which the amount may be entered; null if there is none. */
  readonly rate: Rate | null;
  readonly problem: SendProblem | null;
}

async function showForm(
  deps: SendPageDeps,
  request: UserPageRequest,
  { typed, rate, problem }: SendForm,
): Promise<ShownPage> {
  const { clock, paymentStop } = deps;
  const { session, texts } = request;
  const words = texts.send;
  const isStopped = paymentStop.stopReason() !== null;
  const [asked, offered] = await Promise.all([
    deps.requests.countAsked(request.user.id, clock.now()),
    offeredPayees(deps, request),
  ]);
  const problemOf = (field: SendProblem['field']): string | undefined =>
    problem?.field === field ? problem.text : undefined;
  return showPage({
    title: problem?.field === 'to' ? words.notUnderstood : words.title,
    section: 'send',
    width: 'narrow',
    scripts: amountScripts(rate),
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${asked === 0 ? null : askedNotice(texts, asked)}
      ${isStopped ? html`<p class="notice warn">${words.stopped}</p>` : null}
      ${postForm({
        action: SEND_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [
          textAreaField({
            name: 'to',
            label: words.to,
            hint: deps.withdrawing === null ? words.toHint : words.toHintChain,
            // Words that look like the seed of a wallet are not repeated on the page.
            value: isLikeSeed(typed.text('to'))
              ? ''
              : typed.text('to').slice(0, MAX_PAY_TEXT_LENGTH),
            rows: 2,
            isLine: true,
            paste: words.paste,
            isRequired: true,
            hasFocus: problem?.field !== 'amount',
            problem: problemOf('to'),
          }),
          amountField(texts, {
            label: words.choose.amount,
            optional: texts.frame.optional,
            hint: words.amountHint,
            value: typed.text('amount'),
            unit: typed.text('unit'),
            hasFocus: problem?.field === 'amount',
            problem: problemOf('amount'),
            rate,
            now: clock.now(),
          }),
        ],
        submit: { label: words.submit },
        others: [scanLink(texts), linkButton(texts.frame.cancel, '/')],
      })}
      ${offered}`,
  });
}

const askedNotice = ({ requests }: PageTexts, count: number): Html => html`
  <p class="notice"><a href="${REQUESTS_PATH}">${requests.waiting({ count })}</a></p>`;
