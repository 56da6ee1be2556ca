import type { OneTimeLink } from '../../../account/link-store.ts';
import {
  type AccountLinkKind,
  createAccount,
  findAccountLink,
} from '../../../usecases/accounts/create-account.ts';
import { hiddenField, postForm, problemSummary } from '../kit/controls.ts';
import { type Content, html } from '../kit/html.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  refusePage,
  type ShownPage,
  showPage,
} from '../kit/page.ts';
import { answerRefusal, LINK_OVER_PROBLEM } from './answer-refusal.ts';
import { emailField, nameField, newPasswordField } from './fields.ts';
import { goOn } from './sign-in.ts';

/**
 * Pages that links to new accounts lead to. Opening one changes nothing, because mail programs open
 * links too. Only its form creates the account.
 */
const accountByLink = (kind: AccountLinkKind, path: string): readonly Page[] => {
  const show: GuestPage = {
    method: 'GET',
    path,
    access: 'anyone',
    handle: async ({ accounts }, request) => {
      const token = request.query.text('token');
      const link = await findAccountLink(accounts, kind, token);
      if (link === null) return refusePage(LINK_OVER_PROBLEM);
      return showForm({ request, kind, path, link, token, problem: null });
    },
  };
  const send: GuestPage = {
    method: 'POST',
    path,
    access: 'anyone',
    handle: async (deps, request) => {
      const { accounts } = deps;
      const token = request.form.text('token');
      const link = await findAccountLink(accounts, kind, token);
      if (link === null) return refusePage(LINK_OVER_PROBLEM);
      const created = await createAccount(accounts, {
        kind,
        token,
        email: request.form.text('email'),
        name: request.form.text('name'),
        password: request.form.text('new_password'),
        browser: accounts.browsers.browserOf(request.raw.request),
      });
      if (created.ok) return goOn(deps, request, created.value);
      return answerRefusal(request.texts.refusals, created.refusal, (problem) =>
        showForm({ request, kind, path, link, token, problem }),
      );
    },
  };
  return [show, send];
};

export const accountByLinkPages: readonly Page[] = [
  ...accountByLink('invitation', '/invitation'),
  ...accountByLink('set_up', '/set-up'),
  ...accountByLink('sign_up', '/sign-up/confirm'),
];

interface LinkForm {
  readonly request: PageRequest;
  readonly kind: AccountLinkKind;
  readonly path: string;
  readonly link: OneTimeLink;
  readonly token: string;
  readonly problem: string | null;
}

function showForm({ request, kind, path, link, token, problem }: LinkForm): ShownPage {
  const words = request.texts.signUp.byLink[kind];
  return showPage({
    title: words.title,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p>${words.lead}</p>
      ${problemSummary(problem)}
      ${postForm({
        action: path,
        csrfToken: request.session.csrfToken(),
        fields: [hiddenField('token', token), ...fieldsFor(link, request)],
        submit: { label: words.submit },
      })}`,
  });
}

/** What the link does not already say. */
const fieldsFor = (
  link: OneTimeLink,
  { form, texts: { accountFields, frame, signUp } }: PageRequest,
): readonly Content[] => [
  link.email === null
    ? emailField(accountFields, { value: form.text('email'), hasFocus: true })
    : html`<p>${signUp.byLink.address(link.email)}</p>`,
  nameField(accountFields, { value: form.text('name'), optional: frame.optional }),
  newPasswordField(accountFields),
];
