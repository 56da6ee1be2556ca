import { linkButton, postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type GuestPage, type Page, redirectTo, showPage } from '../kit/page.ts';

const show: GuestPage = {
  method: 'GET',
  path: '/sign-out',
  access: 'anyone',
  handle: async (_, { session, user }) =>
    user === null
      ? redirectTo('/')
      : showPage({
          title: 'Sign out',
          width: 'narrow',
          main: html`
            <h1>Sign out?</h1>
            <p>You are signed in as ${user.email}.</p>
            ${postForm({
              action: '/sign-out',
              csrfToken: session.csrfToken(),
              fields: null,
              submit: { label: 'Sign out' },
              others: linkButton('Stay', '/'),
            })}`,
        }),
};

const send: GuestPage = {
  method: 'POST',
  path: '/sign-out',
  access: 'anyone',
  handle: async (_, { session }) => {
    await session.signOut();
    session.keepNotice({ kind: 'done', text: 'You are signed out.' });
    return redirectTo('/');
  },
};

export const signOutPages: readonly Page[] = [show, send];
