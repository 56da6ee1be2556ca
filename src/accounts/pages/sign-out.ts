import { html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { type GuestPage, type Page, redirectTo, showPage } from '../../web/pages/page.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: '/sign-out',
  access: 'anyone',
  handle: async (_, { session, user, texts }) =>
    user === null
      ? redirectTo('/')
      : showPage({
          title: texts.signOut.title,
          width: 'narrow',
          main: html`
            <h1>${texts.signOut.heading}</h1>
            <p>${texts.signOut.text({ email: accountName(user) })}</p>
            ${postForm({
              action: '/sign-out',
              csrfToken: session.csrfToken(),
              fields: null,
              submit: { label: texts.signOut.submit },
              others: linkButton(texts.frame.cancel, '/'),
            })}`,
        }),
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: '/sign-out',
  access: 'anyone',
  handle: async (_, { session, texts }) => {
    await session.signOut();
    session.keepNotice({ kind: 'done', text: texts.signOut.done });
    return redirectTo('/');
  },
};

export const signOutPages: readonly Page<AccountPageDeps>[] = [show, send];
