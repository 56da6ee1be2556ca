import { hashToken } from '../../authorization/personal-token.ts';
import { html } from '../../i18n/html.ts';
import { hiddenField, postForm } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import { resetPassword } from '../reset-password.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, type FormProblem, LINK_OVER_PROBLEM } from './answer-refusal.ts';
import { newPasswordField, problemAt, summaryOf } from './fields.ts';

const PATH = '/reset-password';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, request) => {
    const token = request.query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    return link?.kind === 'password_reset'
      ? showForm(request, token, [])
      : refusePage(LINK_OVER_PROBLEM);
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    const { address, form, session, raw, texts } = request;
    const token = form.text('token');
    const reset = await resetPassword(accounts, {
      token,
      password: form.text('new_password'),
      network: callerNetwork(address),
    });
    if (!reset.ok) {
      return answerRefusal(texts.refusals, reset.refusal, (text, field) =>
        showForm(request, token, [{ text, field }]),
      );
    }
    await session.signOut();
    accounts.browsers.know(raw.request, reset.value.knownBrowser);
    session.keepNotice({ kind: 'done', text: texts.passwords.reset.done });
    return redirectTo('/sign-in');
  },
};

export const resetPasswordPages: readonly Page<AccountPageDeps>[] = [show, send];

function showForm(
  { session, texts }: PageRequest,
  token: string,
  problems: readonly FormProblem[],
): ShownPage {
  const words = texts.passwords.reset;
  return showPage({
    title: words.title,
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${summaryOf(problems)}
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          hiddenField('token', token),
          newPasswordField(texts.accountFields, {
            hasFocus: true,
            ...problemAt(problems, 'new_password'),
          }),
        ],
        submit: { label: words.submit },
      })}`,
  });
}
