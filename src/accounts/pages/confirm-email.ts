import { hashToken } from '../../authorization/personal-token.ts';
import { html } from '../../i18n/html.ts';
import { hiddenField, postForm } from '../../web/pages/controls.ts';
import { strong } from '../../web/pages/message-tags.ts';
import { type GuestPage, type Page, refusePage, showPage } from '../../web/pages/page.ts';
import { confirmEmail } from '../change-email.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { LINK_OVER_PROBLEM, refusalProblem, refusalText } from './answer-refusal.ts';
import { afterEmailChange } from './security-email.ts';

const PATH = '/confirm-email';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, { query, session, texts }) => {
    const token = query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    const email = link?.kind === 'email_change' ? link.email : null;
    if (email === null) return refusePage(LINK_OVER_PROBLEM);
    const words = texts.securityChanges.email.confirm;
    return showPage({
      title: words.title,
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p>${words.text({ email, strong })}</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: hiddenField('token', token),
          submit: { label: words.submit },
        })}`,
    });
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const browser = accounts.browsers.browserOf(request.raw.request);
    const confirmed = await confirmEmail(accounts, request.form.text('token'), browser);
    if (!confirmed.ok) {
      const { refusal } = confirmed;
      const problem = refusalProblem(refusal);
      return refusePage(
        problem ?? {
          status: 400,
          words: (texts) => ({
            ...LINK_OVER_PROBLEM.words(texts),
            message: refusalText(texts.refusals, refusal),
          }),
        },
      );
    }
    return afterEmailChange(deps, request, confirmed.value);
  },
};

export const confirmEmailPages: readonly Page<AccountPageDeps>[] = [show, send];
