import { html } from '../../i18n/html.ts';
import { linkButton } from './controls.ts';
import { type GuestPage, type Page, showPage } from './page.ts';

export const OFFLINE_PATH = '/offline';

/**
 * The page that an installed wallet shows in place of one that it cannot reach, at the address of
 * that page: so its empty link asks for that page again, and a script does once there is a network.
 * Browsers keep it, so it knows no one.
 */
const show: GuestPage<unknown> = {
  method: 'GET',
  path: OFFLINE_PATH,
  access: 'anyone',
  handle: async (_, { texts: { offline: words } }) =>
    showPage({
      title: words.title,
      width: 'narrow',
      isQuestion: true,
      main: html`
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        <p>${words.sending}</p>
        <p class="actions" data-offline>
          ${linkButton(words.again, '', 'main')} ${linkButton(words.toStart, '/')}
        </p>`,
    }),
};

export const offlinePages: readonly Page<unknown>[] = [show];
