import { type Content, type Html, html } from '../../i18n/html.ts';
import { facts, untrustedText } from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm } from '../../web/pages/controls.ts';
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
import { REQUESTS_PATH, SEND_PATH } from '../../web/pages/paths.ts';
import type { AskedRequest } from '../request-store.ts';
import { readContactNames, renderParty } from './asker.ts';
import type { RequestPageDeps } from './request-page-deps.ts';
import { requestPath } from './request-paths.ts';

const PATH = requestPath(':request');

/**
 * The page that shows a request to the user who was asked to pay it. Paying it means paying its
 * invoice, on the page where Send shows a payment for confirmation.
 */
const show: UserPage<RequestPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const asked = await deps.requests.findAsked(request.user.id, request.params.text('request'));
    return asked === null ? notFoundPage() : await showAsked(deps, request, asked);
  },
};

const decline: UserPage<RequestPageDeps> = {
  method: 'POST',
  path: `${PATH}/decline`,
  access: 'signed_in',
  handle: async ({ requests, clock }, { params, session, texts, user }): Promise<PageAnswer> => {
    const asked = await requests.findAsked(user.id, params.text('request'));
    if (asked === null) return notFoundPage();
    const isDeclined = await requests.decline(user.id, asked.id, clock.now());
    // If the request could not be declined, it was paid or has expired meanwhile; its page then
    // says so.
    if (!isDeclined) return redirectTo(requestPath(asked.id));
    session.keepNotice({ kind: 'done', text: texts.requests.one.declined });
    return redirectTo(REQUESTS_PATH);
  },
};

const block: UserPage<RequestPageDeps> = {
  method: 'POST',
  path: `${PATH}/block`,
  access: 'signed_in',
  handle: async ({ requests, clock }, { params, session, texts, user }): Promise<PageAnswer> => {
    const isBlocked = await requests.block(user.id, params.text('request'), clock.now());
    if (!isBlocked) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.requests.one.blocked });
    return redirectTo(REQUESTS_PATH);
  },
};

export const requestPages: readonly Page<RequestPageDeps>[] = [show, decline, block];

async function showAsked(
  deps: RequestPageDeps,
  request: UserPageRequest,
  asked: AskedRequest,
): Promise<ShownPage> {
  const { texts, user } = request;
  const { format, requests: words } = texts;
  const { asker, amountSat, memo, expiresAt } = asked;
  const contacts = await readContactNames(deps, user.id, [asker]);
  return showPage({
    title: words.one.title,
    section: 'send',
    width: 'narrow',
    main: html`
      <p class="eyebrow"><a href="${REQUESTS_PATH}">${words.title}</a></p>
      <h1>${words.one.title}</h1>
      <section class="card">
        <p class="record-amount">${format.amount(amountSat)}</p>
        ${facts([
          [words.from, renderParty(deps, texts, contacts, asker)],
          ...(memo === null ? [] : [[words.memo, untrustedText(memo)] as const]),
          [words.expires, format.moment(expiresAt)],
        ])}
      </section>
      ${renderState(deps, request, asked)}`,
  });
}

function renderState(
  { clock }: RequestPageDeps,
  request: UserPageRequest,
  asked: AskedRequest,
): Content {
  const words = request.texts.requests.one;
  if (asked.settledAt !== null) return html`<p class="notice">${words.isPaid}</p>`;
  if (asked.expiresAt <= clock.now()) return html`<p class="notice">${words.isExpired}</p>`;
  if (asked.declinedAt !== null) return html`<p class="notice">${words.isDeclined}</p>`;
  return renderAnswers(request, asked);
}

const renderAnswers = (
  { session, texts: { requests } }: UserPageRequest,
  { id, bolt11 }: AskedRequest,
): Html => {
  const words = requests.one;
  const csrfToken = session.csrfToken();
  const only = { csrfToken, fields: null };
  return html`
    ${postForm({
      action: SEND_PATH,
      csrfToken,
      isSentOnce: true,
      fields: hiddenField('to', bolt11),
      submit: { label: words.pay },
      others: linkButton(words.later, REQUESTS_PATH),
    })}
    <section class="card">
      ${postForm({
        ...only,
        action: `${requestPath(id)}/decline`,
        submit: { label: words.decline, look: 'plain' },
      })}
      ${postForm({
        csrfToken,
        action: `${requestPath(id)}/block`,
        fields: html`<p class="hint">${words.blockHint}</p>`,
        submit: { label: words.block, look: 'risky' },
      })}
    </section>`;
};
