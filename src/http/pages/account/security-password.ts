import { changePassword } from '../../../usecases/accounts/change-password.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { newPasswordField, presentPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { answerRefusal } from './refusal-texts.ts';

const PATH = '/security/password';

const show: UserPage = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (_, request) => showForm(request, null),
};

const send: UserPage = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: async ({ accounts }, request) => {
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const { user, form, session, raw } = request;
    const { knownBrowser, network, ...browser } = accounts.browsers.userBrowser(raw.request);
    const changed = await changePassword(accounts, {
      userId: user.id,
      browser,
      knownBrowser,
      network,
      present: form.text('password'),
      next: form.text('new_password'),
    });
    if (!changed.ok) {
      const { refusal } = changed;
      const text = refusal.kind === 'wrong_credentials' ? 'This is not your password.' : null;
      return answerRefusal(refusal, (words) => showForm(request, text ?? words));
    }
    accounts.browsers.begin(raw.request, { opened: changed.value });
    const text =
      'Your password is changed. Other sessions and connected apps have to ask you again.';
    session.keepNotice({ kind: 'done', text });
    return redirectTo('/security');
  },
};

export const securityPasswordPages: readonly Page[] = [show, send];

const showForm = ({ session, user }: UserPageRequest, problem: string | null): ShownPage =>
  showPage({
    title: 'Change password',
    section: 'account',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Change password</h1>
      ${problemSummary(problem)}
      <p>For ${user.email}. Your other sessions end, and connected apps have to ask you again.
        Personal tokens go on working.</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          presentPasswordField({ label: 'Present password', hasFocus: true }),
          newPasswordField({ label: 'New password' }),
        ],
        submit: { label: 'Change password' },
        others: linkButton('Leave it', '/security'),
      })}`,
  });
