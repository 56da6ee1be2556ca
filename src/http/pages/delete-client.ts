import { removeClient } from '../../usecases/apps/remove-client.ts';
import { CLIENTS_PATH } from './clients.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { html } from './kit/html.ts';
import { notFoundPage, type Page, redirectTo, showPage } from './kit/page.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';

const DELETE_PATH = `${CLIENT_PATH}/delete`;

export const askPage: Page = {
  method: 'GET',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const client = await findOwnClient(deps, request);
    if (client === null) return notFoundPage();
    const path = `${CLIENTS_PATH}/${client.id}`;
    return showPage({
      title: 'Delete an app',
      section: 'clients',
      width: 'narrow',
      main: html`
        <h1>Delete “${client.name}”?</h1>
        <section class="card">
          <p>Everybody who connected it is disconnected at once, and its client ID never works
            again. It cannot be undone.</p>
          ${postForm({
            action: `${path}/delete`,
            csrfToken: request.session.csrfToken(),
            fields: null,
            submit: { label: 'Delete the app', look: 'danger' },
            others: linkButton('Keep it', path),
          })}
        </section>`,
    });
  },
};

export const page: Page = {
  method: 'POST',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, { params, user, session }) => {
    const removed = await removeClient(deps, params.text('id'), user.id);
    if (!removed.ok) return notFoundPage();
    session.keepNotice({ kind: 'done', text: 'The app is deleted.' });
    return redirectTo(CLIENTS_PATH);
  },
};
