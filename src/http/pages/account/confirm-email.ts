import { hashToken } from '../../../access/personal-token.ts';
import { confirmEmail } from '../../../usecases/accounts/change-email.ts';
import { hiddenField, postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type GuestPage, type Page, refusePage, showPage } from '../kit/page.ts';
import { LINK_OVER_PROBLEM, refusalProblem, refusalText } from './refusal-texts.ts';
import { afterEmailChange } from './security-email.ts';

const PATH = '/confirm-email';

const show: GuestPage = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts, clock }, { query, session }) => {
    const token = query.text('token');
    const link = await accounts.links.findLink(hashToken(token), clock.now());
    if (link?.kind !== 'email_change') return refusePage(LINK_OVER_PROBLEM);
    return showPage({
      title: 'Confirm your e-mail address',
      width: 'narrow',
      main: html`
        <h1>Confirm your e-mail address</h1>
        <p>From now on you sign in as <strong>${link.email}</strong>. Everywhere else you are signed
          out.</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: hiddenField('token', token),
          submit: { label: 'Confirm' },
        })}`,
    });
  },
};

const send: GuestPage = {
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
            message: refusalText(refusal),
          }),
        },
      );
    }
    return afterEmailChange(deps, request, confirmed.value);
  },
};

export const confirmEmailPages: readonly Page[] = [show, send];
