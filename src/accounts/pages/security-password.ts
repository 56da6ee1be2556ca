import { html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { changePassword } from '../change-password.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, type FormProblem } from './answer-refusal.ts';
import { newPasswordField, presentPasswordField, problemAt, summaryOf } from './fields.ts';
import { overRate } from './over-rate.ts';

const PATH = `${SECURITY_PATH}/password`;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (_, request) => showForm(request, []),
};

const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: async ({ accounts }, request) => {
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const { user, form, session, raw, texts } = request;
    const words = texts.securityChanges.password;
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
      if (refusal.kind === 'wrong_credentials') {
        return showForm(request, [{ text: words.wrong, field: 'password' }]);
      }
      return answerRefusal(texts.refusals, refusal, (text, field) =>
        showForm(request, [{ text, field }]),
      );
    }
    accounts.browsers.begin(raw.request, { opened: changed.value });
    session.keepNotice({ kind: 'done', text: words.done });
    return redirectTo(SECURITY_PATH);
  },
};

export const securityPasswordPages: readonly Page<AccountPageDeps>[] = [show, send];

function showForm(
  { session, user, texts }: UserPageRequest,
  problems: readonly FormProblem[],
): ShownPage {
  const words = texts.securityChanges.password;
  return showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${summaryOf(problems)}
      <p>${words.text({ email: accountName(user) })}</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          presentPasswordField(texts.accountFields, {
            label: words.present,
            hasFocus: problems.length === 0,
            ...problemAt(problems, 'password'),
          }),
          newPasswordField(texts.accountFields, {
            label: words.next,
            ...problemAt(problems, 'new_password'),
          }),
        ],
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, SECURITY_PATH),
      })}`,
  });
}
