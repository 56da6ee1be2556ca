import { MAX_NAME_LENGTH } from '../../../base/limits.ts';
import { signUp } from '../../../usecases/accounts/sign-up.ts';
import { linkButton, postForm, problemSummary, textField } from '../kit/controls.ts';
import { type Html, html } from '../kit/html.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../kit/page.ts';
import type { PageProblem } from '../kit/page-problem.ts';
import { emailField, newPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { answerRefusal } from './refusal-texts.ts';

const show: GuestPage = {
  method: 'GET',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (request.user !== null) return redirectTo('/');
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    return showForm(request, accounts.mailer !== null, null);
  },
};

const send: GuestPage = {
  method: 'POST',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    const { form } = request;
    const wish = { email: form.text('email'), name: form.text('name') };
    const signedUp = await signUp(accounts, { ...wish, password: form.text('new_password') });
    if (signedUp.ok) return showEnd(wish.email, signedUp.value.isMailed);
    const isMailed = accounts.mailer !== null;
    return answerRefusal(signedUp.refusal, (text) => showForm(request, isMailed, text));
  },
};

export const signUpPages: readonly Page[] = [show, send];

const CLOSED_PROBLEM: PageProblem = {
  status: 403,
  words: () => ({
    title: 'New accounts are by invitation',
    message:
      'Ask the operator of this site for an invitation: it brings you to a page of your own.',
  }),
};

/** With mail, only what the mail needs: the rest is asked for by the page of its link. */
const showForm = (
  { session, form, texts }: PageRequest,
  isMailed: boolean,
  problem: string | null,
): ShownPage =>
  showPage({
    title: 'Make an account',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Make an account</h1>
      ${problemSummary(problem)}
      ${
        isMailed
          ? html`<p>We mail you a link. It opens a page where you choose your password.</p>`
          : null
      }
      ${postForm({
        action: '/sign-up',
        csrfToken: session.csrfToken(),
        fields: [
          emailField({ value: form.text('email'), hasFocus: true }),
          isMailed
            ? null
            : [nameField(form.text('name'), texts.frame.optional), newPasswordField()],
        ],
        submit: { label: isMailed ? 'Mail me a link' : 'Make an account' },
      })}
      <p>You have one? <a href="/sign-in">Sign in</a></p>`,
  });

/** `optional`: what says beside the label that it may stay empty. */
export const nameField = (value: string, optional?: string): Html =>
  textField({
    name: 'name',
    label: 'Name',
    value,
    autocomplete: 'name',
    maxLength: MAX_NAME_LENGTH,
    hint: 'What apps that you connect may call you.',
    ...(optional === undefined ? {} : { optional }),
  });

/** The same for an address that has an account. */
const showEnd = (email: string, isMailed: boolean): ShownPage =>
  isMailed
    ? showPage({
        title: 'Look into your mail',
        width: 'narrow',
        main: html`
          <h1>Look into your mail</h1>
          <p>A mail is on its way to ${email}. Open the link in it and choose a password, and your
            account is ready. Of several mails, only the link in the newest one works.</p>
          <p>Nothing came? Look among the unwanted mail, or try again in a while.</p>`,
      })
    : showPage({
        title: 'Your account is ready',
        width: 'narrow',
        main: html`
          <h1>Your account is ready</h1>
          <p>You can sign in as ${email} now. If that address had an account before, it is as it
            was, with the password that it had.</p>
          <p class="actions">${linkButton('Sign in', '/sign-in', 'main')}</p>`,
      });
