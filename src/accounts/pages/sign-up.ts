import { html } from '../../texts/html.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import type { PageProblem } from '../../web/pages/page-problem.ts';
import { callerNetwork } from '../../web/rates/caller-network.ts';
import { type PageTexts, pageReader } from '../../web/texts/page-texts.ts';
import { signUp } from '../sign-up.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, type FormProblem } from './answer-refusal.ts';
import { emailField, nameField, newPasswordField, problemAt, summaryOf } from './fields.ts';
import { overRate } from './over-rate.ts';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (request.user !== null) return redirectTo('/');
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    return showForm(request, accounts.outbox !== null, null);
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    const { form } = request;
    const input = { email: form.text('email'), name: form.text('name') };
    const signedUp = await signUp(accounts, {
      ...input,
      password: form.text('new_password'),
      network: callerNetwork(request.address),
      reader: pageReader(request.texts),
    });
    if (signedUp.ok) return showEnd(request.texts, input.email, signedUp.value.isMailed);
    const isMailed = accounts.outbox !== null;
    return answerRefusal(request.texts.refusals, signedUp.refusal, (text, field) =>
      showForm(request, isMailed, { text, field }),
    );
  },
};

export const signUpPages: readonly Page<AccountPageDeps>[] = [show, send];

const CLOSED_PROBLEM: PageProblem = {
  status: 403,
  words: ({ accountProblems }) => accountProblems.signUpClosed,
};

/** With mail, only what the mail needs. The page of its link asks for the rest. */
const showForm = (
  { session, form, texts: { signUp: words, accountFields, frame } }: PageRequest,
  isMailed: boolean,
  problem: FormProblem | null,
): ShownPage =>
  showPage({
    title: words.title,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${summaryOf(problem)}
      ${isMailed ? html`<p>${words.byMail}</p>` : null}
      ${postForm({
        action: '/sign-up',
        csrfToken: session.csrfToken(),
        fields: [
          emailField(accountFields, {
            value: form.text('email'),
            hasFocus: problem === null,
            ...problemAt(problem, 'email'),
          }),
          isMailed
            ? null
            : [
                nameField(accountFields, {
                  value: form.text('name'),
                  optional: frame.optional,
                  ...problemAt(problem, 'name'),
                }),
                newPasswordField(accountFields, problemAt(problem, 'new_password')),
              ],
        ],
        submit: { label: isMailed ? words.submitByMail : words.submit },
      })}
      <p>${words.haveOne({ link: (inner) => html`<a href="/sign-in">${inner}</a>` })}</p>`,
  });

/** The last page of signing up, which an address that has an account gets too. */
const showEnd = (
  { signUp: { mailed, ready } }: PageTexts,
  email: string,
  isMailed: boolean,
): ShownPage =>
  isMailed
    ? showPage({
        title: mailed.title,
        width: 'narrow',
        main: html`
          <h1>${mailed.title}</h1>
          <p>${mailed.text({ email })}</p>
          <p>${mailed.notArrived}</p>`,
      })
    : showPage({
        title: ready.title,
        width: 'narrow',
        main: html`
          <h1>${ready.title}</h1>
          <p>${ready.text({ email })}</p>
          <p class="actions">${linkButton(ready.signIn, '/sign-in', 'main')}</p>`,
      });
