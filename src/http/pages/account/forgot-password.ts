import { askPasswordReset } from '../../../usecases/accounts/ask-password-reset.ts';
import { postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type GuestPage, type Page, refusePage, showPage } from '../kit/page.ts';
import { emailField } from './fields.ts';
import { overRate } from './over-rate.ts';

const PATH = '/forgot-password';

const show: GuestPage = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, { session }) =>
    showPage({
      title: 'Forgot your password?',
      width: 'narrow',
      main: html`
        <h1>Forgot your password?</h1>
        <p>${
          accounts.mailer === null
            ? 'Say who you are, and the operator of this site is told that you need a new one.'
            : 'A link by which you choose a new one is sent to your e-mail address.'
        }</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: emailField({ hasFocus: true }),
          submit: { label: 'Ask for a new password' },
        })}
        <p><a href="/sign-in">Back to sign-in</a></p>`,
    }),
};

const send: GuestPage = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    askPasswordReset(accounts, request.form.text('email'));
    return showPage({
      title: 'Your request is noted',
      width: 'narrow',
      main: html`
        <h1>Your request is noted</h1>
        <p>${
          accounts.mailer === null
            ? 'If that address has an account here, the operator sees that you need a new ' +
              'password and will give you a link.'
            : 'If that address has an account here, a mail with a link is on its way to it. ' +
              'The link works for an hour.'
        }</p>
        <p><a href="/sign-in">Back to sign-in</a></p>`,
    });
  },
};

export const forgotPasswordPages: readonly Page[] = [show, send];
