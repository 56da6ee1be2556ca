import { type ChangedEmail, changeEmail } from '../../../usecases/accounts/change-email.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { emailField } from './fields.ts';
import { answerRefusal } from './refusal-texts.ts';
import { whenConfirmed } from './when-confirmed.ts';

const PATH = '/security/email';

const show: UserPage = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, PATH, async () => showForm(request, '', null)),
};

const send: UserPage = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, PATH, async () => {
      const email = request.form.text('email');
      const { accounts } = deps;
      const browser = accounts.browsers.userBrowser(request.raw.request);
      const changed = await changeEmail(accounts, request.user, email, browser);
      if (!changed.ok) {
        return answerRefusal(changed.refusal, (text) => showForm(request, email, text));
      }
      if (changed.value === 'mailed') {
        const text =
          'A mail is on its way to your new address. Open the link in it, and it counts.';
        request.session.keepNotice({ kind: 'done', text });
        return redirectTo('/security');
      }
      return afterEmailChange(deps, request, changed.value);
    }),
};

export const securityEmailPages: readonly Page[] = [show, send];

/** The browser goes on with the session that is left to it, if any. */
export function afterEmailChange(
  { accounts }: PageDeps,
  { raw, session }: PageRequest,
  { opened }: ChangedEmail,
): PageAnswer {
  if (opened !== null) accounts.browsers.begin(raw.request, { opened });
  const text = 'Your e-mail address is changed. You are signed out everywhere else.';
  session.keepNotice({ kind: 'done', text });
  return redirectTo('/security');
}

const showForm = (
  { session, user }: UserPageRequest,
  value: string,
  problem: string | null,
): ShownPage =>
  showPage({
    title: 'Change e-mail address',
    section: 'account',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Change e-mail address</h1>
      ${problemSummary(problem)}
      <p>You sign in as ${user.email} now. Once the new address counts, you are signed out
        everywhere else, and links that were mailed to the old one do not work any more.</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: emailField({ label: 'New e-mail address', value, hasFocus: true }),
        submit: { label: 'Change e-mail address' },
        others: linkButton('Leave it', '/security'),
      })}`,
  });
