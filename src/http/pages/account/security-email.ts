import { changeEmail } from '../../../usecases/change-email.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { emailField } from './fields.ts';
import { answerRefusal } from './refusal-texts.ts';
import { whenConfirmed } from './when-confirmed.ts';

const PATH = '/security/email';

const show: UserPage = {
  ...{ method: 'GET', path: PATH, access: 'signed_in' },
  handle: (deps, request) =>
    whenConfirmed(deps, request, PATH, async () => showForm(request, '', null)),
};

const send: UserPage = {
  ...{ method: 'POST', path: PATH, access: 'signed_in' },
  handle: (deps, request) =>
    whenConfirmed(deps, request, PATH, async () => {
      const email = request.form.text('email');
      const changed = await changeEmail(deps.accounts, request.user, email);
      if (!changed.ok) {
        return answerRefusal(changed.refusal, (text) => showForm(request, email, text));
      }
      const text = changed.value.isMailed
        ? 'A mail is on its way to your new address. Open the link in it, and it counts.'
        : 'Your e-mail address is changed.';
      request.session.keepNotice({ kind: 'done', text });
      return redirectTo('/security');
    }),
};

export const securityEmailPages: readonly Page[] = [show, send];

const showForm = (
  { session, user }: UserPageRequest,
  value: string,
  problem: string | null,
): ShownPage =>
  showPage({
    ...{ title: 'Change e-mail address', section: 'account', width: 'narrow' },
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Change e-mail address</h1>
      ${problemSummary(problem)}
      <p>You sign in as ${user.email} now.</p>
      ${postForm({
        ...{ action: PATH, csrfToken: session.csrfToken() },
        fields: emailField({ label: 'New e-mail address', value, hasFocus: true }),
        submit: { label: 'Change e-mail address' },
        others: linkButton('Leave it', '/security'),
      })}`,
  });
