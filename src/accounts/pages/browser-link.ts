import { hashToken } from '../../authorization/personal-token.ts';
import { html } from '../../i18n/html.ts';
import { hiddenField, linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import { pageReader } from '../../web/texts/page-texts.ts';
import { askBrowserLink } from '../ask-browser-link.ts';
import { openBrowser } from '../open-browser.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, LINK_OVER_PROBLEM, tooManyProblem } from './answer-refusal.ts';
import { overRate } from './over-rate.ts';

const ASK_PATH = '/sign-in/link';
const PATH = '/sign-in/browser';

/**
 * Says that browsers which are new to an account may not sign in to it for a while. An address
 * without an account gets the same page. Strangers can cause this state, so the page says how the
 * owner can sign in nevertheless.
 */
export function showTooManySignIns(
  { accounts }: AccountPageDeps,
  { session, raw, texts }: PageRequest,
  email: string,
  waitMs: number,
): ShownPage {
  const retryAfterSec = Math.ceil(waitMs / 1000);
  const problem = tooManyProblem(retryAfterSec);
  const { title, message } = problem.words(texts);
  const { tooMany: words, usePasskey } = texts.signIn;
  const passkeyLink = linkButton(usePasskey, '/sign-in/passkey');
  raw.reply.header('retry-after', retryAfterSec);
  return showPage({
    title,
    status: problem.status,
    width: 'narrow',
    main: html`
      <p class="eyebrow">${texts.problems.error({ status: String(problem.status) })}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      <section class="card">
        <h2>${words.heading}</h2>
        ${
          accounts.outbox === null
            ? html`
              <p>${words.withoutMail}</p>
              <p class="actions">${passkeyLink}</p>`
            : html`
              <p>${words.byMail}</p>
              ${postForm({
                action: ASK_PATH,
                csrfToken: session.csrfToken(),
                fields: hiddenField('email', email),
                submit: { label: words.submit },
                others: passkeyLink,
              })}`
        }
      </section>`,
  });
}

const ask: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: ASK_PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    askBrowserLink(accounts, request.form.text('email'), pageReader(request.texts));
    const words = request.texts.signIn.browserLink.sent;
    return showPage({
      title: words.title,
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p>${words.text}</p>
        <p><a href="/sign-in">${words.back}</a></p>`,
    });
  },
};

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, { query, session, texts }) => {
    const token = query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    if (link?.kind !== 'known_browser') return refusePage(LINK_OVER_PROBLEM);
    const words = texts.signIn.browserLink;
    return showPage({
      title: words.title,
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p>${words.text}</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: hiddenField('token', token),
          submit: { label: words.submit },
        })}`,
    });
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, { form, raw, session, texts }) => {
    const opened = await openBrowser(accounts, form.text('token'));
    if (!opened.ok) {
      return answerRefusal(texts.refusals, opened.refusal, () => redirectTo('/sign-in'));
    }
    accounts.browsers.know(raw.request, opened.value.knownBrowser);
    session.keepNotice({ kind: 'done', text: texts.signIn.browserLink.done });
    return redirectTo('/sign-in');
  },
};

export const browserLinkPages: readonly Page<AccountPageDeps>[] = [ask, show, send];
