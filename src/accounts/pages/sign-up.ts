import { checkPersonName } from '../../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { requireChangesAllowed } from '../../lockdown/require-changes-allowed.ts';
import { parseEmail } from '../../users/email.ts';
import { checkPassword } from '../../users/password.ts';
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
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import { type PageTexts, pageReader } from '../../web/texts/page-texts.ts';
import { signUp } from '../sign-up.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, type FormProblem, problemsIn } from './answer-refusal.ts';
import { emailField, nameField, newPasswordField, problemAt, summaryOf } from './fields.ts';
import { overRate } from './over-rate.ts';
import { signInPath } from './sign-in.ts';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (request.user !== null) return redirectTo('/');
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    await requireChangesAllowed(accounts);
    return showForm(request, accounts.outbox !== null, []);
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: '/sign-up',
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    if (accounts.signup !== 'open') return refusePage(CLOSED_PROBLEM);
    await requireChangesAllowed(accounts);
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    const { form } = request;
    const input = { email: form.text('email'), name: form.text('name') };
    const password = form.text('new_password');
    const isMailed = accounts.outbox !== null;
    const { refusals } = request.texts;
    const problems = problemsIn(refusals, [
      parseEmail(input.email),
      ...(isMailed ? [] : [checkPersonName(input.name, MAX_NAME_LENGTH), checkPassword(password)]),
    ]);
    if (problems.length > 0) return showForm(request, isMailed, problems);
    const signedUp = await signUp(accounts, {
      ...input,
      password,
      network: callerNetwork(request.address),
      reader: pageReader(request.texts),
    });
    if (signedUp.ok) {
      return signedUp.value.isMailed
        ? showMailed(request.texts, input.email)
        : showReady(request, input.email.trim());
    }
    return answerRefusal(refusals, signedUp.refusal, (text, field) =>
      showForm(request, isMailed, [{ text, field }]),
    );
  },
};

export const signUpPages: readonly Page<AccountPageDeps>[] = [show, send];

const CLOSED_PROBLEM: PageProblem = {
  status: 403,
  words: ({ accountProblems }) => accountProblems.signUpClosed,
};

/**
 * Shows the form to sign up. With mail it asks only for what the mail needs; the page behind the
 * mailed link asks for the rest.
 */
const showForm = (
  { session, form, texts: { signUp: words, accountFields, frame } }: PageRequest,
  isMailed: boolean,
  problems: readonly FormProblem[],
): ShownPage =>
  showPage({
    title: words.title,
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${summaryOf(problems)}
      ${isMailed ? html`<p>${words.byMail}</p>` : null}
      ${postForm({
        action: '/sign-up',
        csrfToken: session.csrfToken(),
        fields: [
          emailField(accountFields, {
            value: form.text('email'),
            hasFocus: problems.length === 0,
            ...problemAt(problems, 'email'),
          }),
          isMailed
            ? null
            : [
                nameField(accountFields, {
                  value: form.text('name'),
                  optional: frame.optional,
                  ...problemAt(problems, 'name'),
                }),
                newPasswordField(accountFields, problemAt(problems, 'new_password')),
              ],
        ],
        submit: { label: isMailed ? words.submitByMail : words.submit },
      })}
      <p>${words.haveOne({ link: (inner) => html`<a href="/sign-in">${inner}</a>` })}</p>`,
  });

/**
 * The last page of signing up with mail. It looks the same if the address has an account already,
 * so that no one learns whether it has.
 */
const showMailed = ({ signUp: { mailed } }: PageTexts, email: string): ShownPage =>
  showPage({
    title: mailed.title,
    width: 'narrow',
    main: html`
      <h1>${mailed.title}</h1>
      <p>${mailed.text({ email })}</p>
      <p>${mailed.notArrived}</p>`,
  });

/**
 * Shows the last page of signing up without mail. The page signs no one in, because that would
 * reveal whether the address had an account before. Its link leads to the sign-in form with the
 * address filled in, and after that to the page where a new user chooses a lightning address.
 */
function showReady({ session, texts }: PageRequest, email: string): ShownPage {
  const { ready } = texts.signUp;
  session.rememberReturn(ADDRESS_PATH);
  return showPage({
    title: ready.title,
    width: 'narrow',
    main: html`
      <h1>${ready.title}</h1>
      <p>${ready.text({ email })}</p>
      <p class="actions">${linkButton(ready.signIn, signInPath(email), 'main')}</p>`,
  });
}
