import { html } from '../../i18n/html.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { removeClient } from '../remove-client.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { CLIENTS_PATH } from './clients.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';

const DELETE_PATH = `${CLIENT_PATH}/delete`;

const ask: UserPage<AppPageDeps> = {
  method: 'GET',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const client = await findOwnClient(deps, request);
    if (client === null) return notFoundPage();
    const path = `${CLIENTS_PATH}/${client.id}`;
    const words = request.texts.clients.deleting;
    return questionPage(request, {
      section: 'clients',
      title: words.title,
      heading: words.heading({ name: client.name }),
      text: html`<p>${words.text}</p>`,
      action: `${path}/delete`,
      submit: { label: words.submit },
      back: { label: request.texts.frame.cancel, path },
    });
  },
};

const remove: UserPage<AppPageDeps> = {
  method: 'POST',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, { params, user, session, texts }) => {
    const removed = await removeClient(deps, params.text('id'), user.id);
    if (!removed.ok) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.clients.deleting.done });
    return redirectTo(CLIENTS_PATH);
  },
};

export const deleteClientPages: readonly Page<AppPageDeps>[] = [ask, remove];
