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
import { emailField, newPasswordField } from './fields.ts';
import { answerRefusal, LINK_OVER_PROBLEM } from './refusal-texts.ts';
import { goOn } from './sign-in.ts';
import { nameField } from './sign-up.ts';

/**
 * Pages that links to new accounts lead to. Opening one does nothing yet, because mail programs
 * open links too; what is done is done by its form.
 */
const accountByLink = (kind: AccountLinkKind, path: string, words: Words): readonly Page[] => {
  const show: GuestPage = {
    method: 'GET',
    path,
    access: 'anyone',
    handle: async ({ accounts }, request) => {
      const token = request.query.text('token');
      const link = await findAccountLink(accounts, kind, token);
      if (link === null) return refusePage(LINK_OVER_PROBLEM);
      return showForm({ request, path, words, link, token, problem: null });
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
      return answerRefusal(created.refusal, (problem) =>
        showForm({ request, path, words, link, token, problem }),
      );
    },
  };
  return [show, send];
};

interface Words {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
}

export const accountByLinkPages: readonly Page[] = [
  ...accountByLink('invitation', '/invitation', {
    title: 'You are invited',
    lead: 'Choose a password, and your wallet is ready.',
    submit: 'Open my wallet',
  }),
  ...accountByLink('set_up', '/set-up', {
    title: 'Set up this service',
    lead: 'This makes your own account, which may invite others and manage this service.',
    submit: 'Make my account',
  }),
  ...accountByLink('sign_up', '/sign-up/confirm', {
    title: 'Almost there',
    lead: 'Your e-mail address is confirmed. Choose a password, and your wallet is ready.',
    submit: 'Open my wallet',
  }),
];

interface LinkForm {
  readonly request: PageRequest;
  readonly path: string;
  readonly words: Words;
  readonly link: OneTimeLink;
  readonly token: string;
  readonly problem: string | null;
}

const showForm = ({ request, path, words, link, token, problem }: LinkForm): ShownPage =>
  showPage({
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

/** What the link does not say already. */
const fieldsFor = (link: OneTimeLink, { form, texts }: PageRequest): readonly Content[] => [
  link.email === null
    ? emailField({ value: form.text('email'), hasFocus: true })
    : html`<p>E-mail address: <strong>${link.email}</strong></p>`,
  nameField(form.text('name'), texts.frame.optional),
  newPasswordField(),
];
