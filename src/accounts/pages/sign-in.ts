import { MAX_EMAIL_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import type { Tag } from '../../i18n/message.ts';
import type { User } from '../../users/user-store.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import { resumeAfterSignIn } from '../../web/pages/resumed-form.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal } from './answer-refusal.ts';
import { showTooManySignIns } from './browser-link.ts';
import { emailField, presentPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { allowsPasskeys } from './passkey-form.ts';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: '/sign-in',
  access: 'anyone',
  handle: async (deps, request) =>
    request.user === null
      ? showForm(deps, request, request.query.text('email').slice(0, MAX_EMAIL_LENGTH), null)
      : redirectTo('/'),
};

/** The path of the sign-in form with this e-mail address filled in. */
export const signInPath = (email: string): string =>
  `/sign-in?email=${encodeURIComponent(email).replaceAll('%40', '@')}`;

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: '/sign-in',
  access: 'anyone',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const { knownBrowser, network, ...browser } = accounts.browsers.browserOf(request.raw.request);
    const email = request.form.text('email');
    const password = request.form.text('password');
    const input = { email, password, browser, knownBrowser, network };
    const signedIn = await signIn(accounts, input);
    if (signedIn.ok) return goOn(deps, request, signedIn.value);
    const { refusal } = signedIn;
    if (refusal.kind === 'too_many_attempts') {
      return showTooManySignIns(deps, request, email, refusal.waitMs);
    }
    return answerRefusal(request.texts.refusals, refusal, (text) =>
      showForm(deps, request, email, text),
    );
  },
};

export const signInPages: readonly Page<AccountPageDeps>[] = [show, send];

/**
 * Sends users who have proved who they are to the page that they wanted, and all others to the page
 * that asks for their second factor.
 */
export function goOn(
  deps: Pick<AccountPageDeps, 'accounts' | 'clock'>,
  { raw, session }: PageRequest,
  signedIn: SignedIn,
): PageAnswer {
  deps.accounts.browsers.begin(raw.request, signedIn);
  const { signedInAt, userId } = signedIn.opened.session;
  if (signedInAt === null || userId === null) return redirectTo('/sign-in/second-factor');
  return redirectTo(resumeAfterSignIn(session, userId, signedIn.returnTo ?? '/'));
}

/**
 * The user who has given their password and still has to give a second factor; null if the request
 * is not from such a user.
 */
export function halfSignedIn(
  deps: Pick<AccountPageDeps, 'accounts' | 'clock'>,
  request: PageRequest,
): User | null {
  const { session, owner } = deps.accounts.browsers.browserOf(request.raw.request);
  return session?.signedInAt === null ? owner : null;
}

const signUpLink: Tag = (inner) => html`<a href="/sign-up">${inner}</a>`;

const showForm = (
  { accounts }: AccountPageDeps,
  { session, texts: { signIn: words, accountFields } }: PageRequest,
  email: string,
  problem: string | null,
): ShownPage =>
  showPage({
    title: words.title,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(problem)}
      ${postForm({
        action: '/sign-in',
        csrfToken: session.csrfToken(),
        fields: [
          emailField(accountFields, { value: email, hasFocus: email === '' }),
          presentPasswordField(accountFields, { hasFocus: email !== '' }),
        ],
        submit: { label: words.submit },
        others: allowsPasskeys(accounts) ? linkButton(words.usePasskey, '/sign-in/passkey') : null,
      })}
      <p><a href="/forgot-password">${words.forgotten}</a></p>
      ${accounts.signup === 'open' ? html`<p>${words.noAccount({ link: signUpLink })}</p>` : null}`,
  });
