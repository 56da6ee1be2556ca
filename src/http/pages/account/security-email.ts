import { type ChangedEmail, changeEmail } from '../../../usecases/accounts/change-email.ts';
import { linkButton, postForm } from '../kit/controls.ts';
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
import { answerRefusal, type FormProblem } from './answer-refusal.ts';
import { emailField, problemAt, summaryOf } from './fields.ts';
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
      const { texts } = request;
      const browser = accounts.browsers.userBrowser(request.raw.request);
      const changed = await changeEmail(accounts, request.user, email, browser);
      if (!changed.ok) {
        return answerRefusal(texts.refusals, changed.refusal, (text, field) =>
          showForm(request, email, { text, field }),
        );
      }
      if (changed.value === 'mailed') {
        request.session.keepNotice({ kind: 'done', text: texts.securityChanges.email.mailed });
        return redirectTo('/security');
      }
      return afterEmailChange(deps, request, changed.value);
    }),
};

export const securityEmailPages: readonly Page[] = [show, send];

/** The browser continues with its remaining session, if any. */
export function afterEmailChange(
  { accounts }: PageDeps,
  { raw, session, texts }: PageRequest,
  { opened }: ChangedEmail,
): PageAnswer {
  if (opened !== null) accounts.browsers.begin(raw.request, { opened });
  session.keepNotice({ kind: 'done', text: texts.securityChanges.email.done });
  return redirectTo('/security');
}

function showForm(
  { session, user, texts }: UserPageRequest,
  value: string,
  problem: FormProblem | null,
): ShownPage {
  const words = texts.securityChanges.email;
  return showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${summaryOf(problem)}
      <p>${words.text(user.email)}</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: emailField(texts.accountFields, {
          label: words.next,
          value,
          hasFocus: true,
          ...problemAt(problem, 'email'),
        }),
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, '/security'),
      })}`,
  });
}
