import { html } from '../../i18n/html.ts';
import { requireChangesAllowed } from '../../lockdown/require-changes-allowed.ts';
import { postForm } from '../../web/pages/controls.ts';
import { type GuestPage, type Page, refusePage, showPage } from '../../web/pages/page.ts';
import { pageReader } from '../../web/texts/page-texts.ts';
import { askPasswordReset } from '../ask-password-reset.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { emailField } from './fields.ts';
import { overRate } from './over-rate.ts';

const PATH = '/forgot-password';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, { session, texts }) => {
    const words = texts.passwords.forgotten;
    return showPage({
      title: words.title,
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p>${accounts.outbox === null ? words.byOperator : words.byMail}</p>
        ${postForm({
          action: PATH,
          csrfToken: session.csrfToken(),
          fields: emailField(texts.accountFields, { hasFocus: true }),
          submit: { label: words.submit },
        })}
        <p><a href="/sign-in">${words.back}</a></p>`,
    });
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async ({ accounts }, request) => {
    await requireChangesAllowed(accounts);
    const problem = overRate(accounts.addressRates, request, 'sign_up');
    if (problem !== null) return refusePage(problem);
    askPasswordReset(accounts, request.form.text('email'), pageReader(request.texts));
    const { forgotten, requested: words } = request.texts.passwords;
    return showPage({
      title: words.title,
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p>${accounts.outbox === null ? words.byOperator : words.byMail}</p>
        <p><a href="/sign-in">${forgotten.back}</a></p>`,
    });
  },
};

export const forgotPasswordPages: readonly Page<AccountPageDeps>[] = [show, send];
