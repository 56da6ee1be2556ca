import type { Client } from '../../access/client.ts';
import { linkButton } from './kit/controls.ts';
import { day } from './kit/figures.ts';
import { html } from './kit/html.ts';
import { type Page, showPage } from './kit/page.ts';
import { type Entry, emptyState, entryList, pageHead } from './kit/pieces.ts';

export const CLIENTS_PATH = '/developer/clients';

export const page: Page = {
  method: 'GET',
  path: CLIENTS_PATH,
  access: 'signed_in',
  handle: async ({ clients, baseUrl }, { user }) => {
    const own = await clients.listClients(user.id);
    return showPage({
      title: 'Your apps',
      section: 'clients',
      main: html`
        ${pageHead(
          'Your apps',
          'Apps that you build and that ask people here for access to their wallets.',
          linkButton('Register an app', `${CLIENTS_PATH}/new`, 'main'),
        )}
        ${own.length === 0 ? NONE : entryList(own.map(toEntry))}
        <p class="hint">How an app asks for access is told in the
          <a href="${baseUrl()}/docs">API reference</a>.</p>`,
    });
  },
};

const NONE = emptyState(
  'You have not registered an app',
  'An app needs a client ID before people can connect it with their wallets. To use your own ' +
    'wallet from a script, a personal token is simpler.',
  [
    linkButton('Register an app', `${CLIENTS_PATH}/new`),
    linkButton('Personal tokens', '/developer/tokens'),
  ],
);

const toEntry = (client: Client): Entry => ({
  title: client.name,
  meta: html`${client.url}<br>Registered ${day(client.createdAt)}, ${kindOf(client)}`,
  text: html`Client ID <code>${client.id}</code>`,
  actions: linkButton('Open', `${CLIENTS_PATH}/${client.id}`),
});

export const kindOf = ({ secretHash }: Pick<Client, 'secretHash'>): string =>
  secretHash === null ? 'without a secret' : 'with a secret';
