import { html } from '../../i18n/html.ts';
import { parseEmail } from '../../users/email.ts';
import type { User } from '../../users/user-store.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AccountRefusal } from '../account-refusals.ts';
import { type ChangedEmail, changeEmail } from '../change-email.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, type FormProblem } from './answer-refusal.ts';
import { emailField, problemAt, summaryOf } from './fields.ts';
import { requireStepUp } from './require-step-up.ts';

const PATH = `${SECURITY_PATH}/email`;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (_, request) =>
    showForm(request, readResumedForm(request)?.text('email') ?? '', []),
};

/**
 * Changes the sign-in address. The user proves who they are first, because mail to the new address
 * can set a new password.
 */
const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['email'] },
  handle: async (deps, request) => {
    const { form, texts, user } = request;
    const email = form.text('email');
    const checked = parseEmail(email);
    if (!checked.ok) return refuseEmail(request, email, checked.refusal);
    const words = texts.securityChanges.email;
    const act = {
      section: 'security',
      title: emailTitle(texts, user),
      about: facts([[words.next, checked.value]]),
      submit: submitText(texts, user),
      back: linkButton(texts.frame.cancel, SECURITY_PATH),
    } as const;
    return await requireStepUp(deps, request, act, () => change(deps, request, email));
  },
};

/**
 * The title of the page on which users change or add their address, which also names links to that
 * page.
 */
export const emailTitle = ({ securityChanges }: PageTexts, { email }: User): string =>
  email === null ? securityChanges.email.add : securityChanges.email.title;

const submitText = ({ securityChanges: { email: words } }: PageTexts, { email }: User): string =>
  email === null ? words.add : words.submit;

export const securityEmailPages: readonly Page<AccountPageDeps>[] = [show, send];

async function change(
  deps: AccountPageDeps,
  request: UserPageRequest,
  email: string,
): Promise<PageAnswer> {
  const { raw, session, texts, user } = request;
  const browser = deps.accounts.browsers.userBrowser(raw.request);
  const changed = await changeEmail(deps.accounts, user, email, browser);
  if (!changed.ok) return refuseEmail(request, email, changed.refusal);
  if (changed.value === 'mailed') {
    session.keepNotice({ kind: 'done', text: texts.securityChanges.email.mailed });
    return redirectTo(SECURITY_PATH);
  }
  return afterEmailChange(deps, request, changed.value);
}

/**
 * Shows the page that follows a change of the e-mail address. The user stays signed in if the
 * change has given their browser a new session.
 */
export function afterEmailChange(
  { accounts }: AccountPageDeps,
  { raw, session, texts }: PageRequest,
  { opened }: ChangedEmail,
): PageAnswer {
  if (opened !== null) accounts.browsers.begin(raw.request, { opened });
  session.keepNotice({ kind: 'done', text: texts.securityChanges.email.done });
  return redirectTo(SECURITY_PATH);
}

const refuseEmail = (
  request: UserPageRequest,
  email: string,
  refusal: AccountRefusal,
): PageAnswer =>
  answerRefusal(request.texts.refusals, refusal, (text, field) =>
    showForm(request, email, [{ text, field }]),
  );

function showForm(
  { session, user, texts }: UserPageRequest,
  value: string,
  problems: readonly FormProblem[],
): ShownPage {
  const words = texts.securityChanges.email;
  const title = emailTitle(texts, user);
  return showPage({
    title,
    section: 'security',
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${title}</h1>
      ${summaryOf(problems)}
      <p>${user.email === null ? words.none : words.text({ email: user.email })}</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: emailField(texts.accountFields, {
          label: words.next,
          value,
          hasFocus: true,
          ...problemAt(problems, 'email'),
        }),
        submit: { label: submitText(texts, user) },
        others: linkButton(texts.frame.cancel, SECURITY_PATH),
      })}`,
  });
}
