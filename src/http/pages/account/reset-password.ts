import { hashToken } from '../../../access/personal-token.ts';
import { resetPassword } from '../../../usecases/accounts/reset-password.ts';
import { hiddenField, postForm, problemSummary } from '../kit/controls.ts';
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
import { newPasswordField } from './fields.ts';
import { answerRefusal, LINK_OVER_PROBLEM } from './refusal-texts.ts';

const PATH = '/reset-password';

const show: GuestPage = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, request) => {
    const token = request.query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    return link?.kind === 'password_reset'
      ? showForm(request, token, null)
      : refusePage(LINK_OVER_PROBLEM);
  },
};

const send: GuestPage = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    const { form, session, raw } = request;
    const token = form.text('token');
    const reset = await resetPassword(accounts, token, form.text('new_password'));
    if (!reset.ok) return answerRefusal(reset.refusal, (text) => showForm(request, token, text));
    const text =
      'Your password is changed. All your sessions were ended: sign in with the new one.';
    await session.signOut();
    accounts.browsers.know(raw.request, reset.value.knownBrowser);
    session.keepNotice({ kind: 'done', text });
    return redirectTo('/sign-in');
  },
};

export const resetPasswordPages: readonly Page[] = [show, send];

const showForm = ({ session }: PageRequest, token: string, problem: string | null): ShownPage =>
  showPage({
    title: 'Choose a new password',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Choose a new password</h1>
      ${problemSummary(problem)}
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [hiddenField('token', token), newPasswordField({ hasFocus: true })],
        submit: { label: 'Change password' },
      })}`,
  });
