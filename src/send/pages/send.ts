import { type Sat, sat } from '../../base/amount.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../base/limits.ts';
import { withdrawPath } from '../../receive/pages/receive-paths.ts';
import { type Html, html } from '../../texts/html.ts';
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
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { SHARED_FIELDS } from '../../web/pages/shared-fields.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { offeredPayees } from './offered-payees.ts';
import { refusalWords } from './refusal-words.ts';
import { scanLink } from './scan.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { draftPath } from './send-paths.ts';

/** One field for anything that can be paid. What an address proposes is only filled in. */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: SEND_PATH,
  access: 'signed_in',
  handle: (deps, request) => showForm(deps, request, readProposal(deps, request), null),
};

const send: UserPage<SendPageDeps> = {
  method: 'POST',
  path: SEND_PATH,
  access: 'signed_in',
  resumable: { fields: ['to'] },
  handle: async (deps, request) => {
    const { form, texts, user } = request;
    const text = form.text('to');
    const { pages } = deps.payFlow;
    const input = { userId: user.id, text, amountSat: readAmountSat(form) };
    const begun = await unlessNodeAway(() => pages.begin(input, deps.shutdown));
    if (begun === 'node_away') {
      const page = await showForm(deps, request, text, texts.problems.nodeAway.message);
      return { ...page, status: 503 };
    }
    if (!begun.ok) {
      const problem = refusalWords(texts, begun.refusal, deps.node.network);
      return await showForm(deps, request, text, problem);
    }
    const { kind, draftId } = begun.value;
    return redirectTo(kind === 'send' ? draftPath(draftId) : withdrawPath(draftId));
  },
};

export const sendPages: readonly Page<SendPageDeps>[] = [show, send];

/** A link names the text by `to`; an app that shares something puts it anywhere. */
function readProposal({ payFlow }: SendPageDeps, request: UserPageRequest): string {
  const { query } = request;
  const { url, text, title } = SHARED_FIELDS;
  const shared = [url, text, title].map((name) => query.text(name)).filter((one) => one !== '');
  const resumed = readResumedForm(request);
  if (resumed !== null) return resumed.text('to');
  return query.text('to') || (shared.length === 0 ? '' : payFlow.findPayableText(shared));
}

/** As pages of ours fill it in; null where none is given. */
function readAmountSat(form: UserPageRequest['form']): Sat | null {
  const text = form.text('amount');
  return /^\d{1,16}$/.test(text) ? sat(BigInt(text)) : null;
}

async function showForm(
  deps: SendPageDeps,
  request: UserPageRequest,
  typed: string,
  problem: string | null,
): Promise<ShownPage> {
  const { paymentHalt } = deps;
  const { session, texts } = request;
  const words = texts.send;
  const isStopped = paymentHalt.stopReason() !== null;
  const [asked, offered] = await Promise.all([
    deps.requests.countAsked(request.user.id, deps.clock.now()),
    offeredPayees(deps, request),
  ]);
  return showPage({
    title: problem === null ? words.title : words.notUnderstood,
    section: 'send',
    width: 'narrow',
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
        fields: textAreaField({
          name: 'to',
          label: words.to,
          hint: words.toHint,
          value: typed.slice(0, MAX_PAY_TEXT_LENGTH),
          rows: 2,
          isLine: true,
          isRequired: true,
          hasFocus: true,
          problem: problem ?? undefined,
        }),
        submit: { label: words.submit },
        others: [scanLink(texts), linkButton(texts.frame.cancel, '/')],
      })}
      ${offered}`,
  });
}

const askedNotice = ({ requests }: PageTexts, count: number): Html => html`
  <p class="notice"><a href="${REQUESTS_PATH}">${requests.waiting({ count })}</a></p>`;
