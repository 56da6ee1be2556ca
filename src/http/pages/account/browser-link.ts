import { hashToken } from '../../../access/personal-token.ts';
import { askBrowserLink } from '../../../usecases/accounts/ask-browser-link.ts';
import { openBrowser } from '../../../usecases/accounts/open-browser.ts';
import { hiddenField, linkButton, postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { overRate } from './over-rate.ts';
import { answerRefusal, LINK_OVER_PROBLEM, tooManyProblem } from './refusal-texts.ts';

const ASK_PATH = '/sign-in/link';
const PATH = '/sign-in/browser';

/**
 * Where sign-in is closed for a while, the same for an address that no one has. Strangers can bring
 * that about, so it says how the owner gets in all the same.
 */
export function showTooManySignIns(
  { accounts }: PageDeps,
  { session, raw, texts }: PageRequest,
  email: string,
  waitMs: number,
): ShownPage {
  const retryAfterSec = Math.ceil(waitMs / 1000);
  const { words, status } = tooManyProblem(retryAfterSec);
  const { title, message } = words(texts);
  raw.reply.header('retry-after', retryAfterSec);
  return showPage({
    title,
    status,
    width: 'narrow',
    main: html`
      <p class="eyebrow">${texts.problems.error(status)}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      <section class="card">
        <h2>Is this your account?</h2>
        ${
          accounts.mailer === null
            ? html`
              <p>Someone may be trying passwords on it. You get in at once with a passkey, or in a
                browser in which you signed in before. If you have neither, ask the operator of this
                site for a link to a new password.</p>
              <p class="actions">${linkButton('Use a passkey', '/sign-in/passkey')}</p>`
            : html`
              <p>Someone may be trying passwords on it. We can mail you a link: open it in this
                browser, and you can sign in here at once. Your password stays as it is.</p>
              ${postForm({
                action: ASK_PATH,
                csrfToken: session.csrfToken(),
                fields: hiddenField('email', email),
                submit: { label: 'Mail me a link' },
                others: linkButton('Use a passkey', '/sign-in/passkey'),
              })}`
        }
      </section>`,
  });
}

const ask: GuestPage = {
  method: 'POST',
  path: ASK_PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    askBrowserLink(accounts, request.form.text('email'));
    return showPage({
      title: 'Look into your mail',
      width: 'narrow',
      main: html`
        <h1>Look into your mail</h1>
        <p>If that address has an account here, a mail with a link is on its way to it. Open the
          link in this browser. It works for an hour.</p>
        <p><a href="/sign-in">Back to sign-in</a></p>`,
    });
  },
};

const show: GuestPage = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, { query, session }) => {
    const token = query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    if (link?.kind !== 'known_browser') return refusePage(LINK_OVER_PROBLEM);
    return showPage({
      title: 'Sign in from this browser',
      width: 'narrow',
      main: html`
        <h1>Sign in from this browser</h1>
        <p>Go on only if this is your own browser and you asked for the link. Then you sign in with
          your password as always, and strangers who guess cannot keep you out here.</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: hiddenField('token', token),
          submit: { label: 'Go on' },
        })}`,
    });
  },
};

const send: GuestPage = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, { form, raw, session }) => {
    const opened = await openBrowser(accounts, form.text('token'));
    if (!opened.ok) return answerRefusal(opened.refusal, () => redirectTo('/sign-in'));
    accounts.browsers.know(raw.request, opened.value.knownBrowser);
    session.keepNotice({ kind: 'done', text: 'You can sign in from this browser now.' });
    return redirectTo('/sign-in');
  },
};

export const browserLinkPages: readonly Page[] = [ask, show, send];
