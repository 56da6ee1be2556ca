import { html } from '../../i18n/html.ts';
import { linkButton } from './controls.ts';
import { type GuestPage, type Page, showPage } from './page.ts';

export const OFFLINE_PATH = '/offline';

/**
 * The page that an installed wallet shows when it cannot reach the service. It appears at the
 * address of the wanted page, and loads that page again by a link, or by a script once there is a
 * network. Browsers store it, so it contains nothing about anyone.
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
