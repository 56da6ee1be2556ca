import { type Html, html } from '../../i18n/html.ts';
import { type Entry, emptyState, entryList, pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { TOKENS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { RegisteredClient } from '../client.ts';
import type { AppPageDeps } from './app-page-deps.ts';

export const CLIENTS_PATH = '/developer/clients';

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: CLIENTS_PATH,
  access: 'signed_in',
  handle: async ({ clients, baseUrl }, { user, texts }) => {
    const words = texts.clients;
    const own = await clients.listClients(user.id);
    return showPage({
      title: words.title,
      section: 'clients',
      main: html`
        ${pageHead(words.title, words.lead, linkButton(words.register, NEW_PATH, 'main'))}
        ${own.length === 0 ? none(words) : entryList(own.map((client) => toEntry(texts, client)))}
        <p class="hint">${words.howItAsks({
          link: (label) => html`<a href="${baseUrl()}/docs">${label}</a>`,
        })}</p>`,
    });
  },
};

export const clientsPages: readonly Page<AppPageDeps>[] = [show];

const NEW_PATH = `${CLIENTS_PATH}/new`;

type Words = PageTexts['clients'];

const none = ({ none: words, register }: Words): Html =>
  emptyState(words.title, words.text, [
    linkButton(register, NEW_PATH),
    linkButton(words.tokens, TOKENS_PATH),
  ]);

const toEntry = (
  { clients: words, format }: PageTexts,
  { id, name, url, createdAt, secretHash }: RegisteredClient,
): Entry => ({
  title: html`<a href="${CLIENTS_PATH}/${id}">${name}</a>`,
  meta: html`${url}<br>${words.registered[secretHash === null ? 'withoutSecret' : 'withSecret']({
    date: format.day(createdAt),
  })}`,
  text: words.clientId({ id, code }),
  actions: null,
});
