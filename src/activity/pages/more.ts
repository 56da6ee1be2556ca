import { CONTACTS_PATH } from '../../contacts/pages/contact-paths.ts';
import { type Html, html } from '../../i18n/html.ts';
import { postForm } from '../../web/pages/controls.ts';
import { icon } from '../../web/pages/icons.ts';
import { isOnPhones, type NavItem, navItemsFor } from '../../web/pages/nav-items.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { APPROVALS_PATH, MORE_PATH, REQUESTS_PATH } from '../../web/pages/paths.ts';
import { linkToProfile } from '../../web/pages/profile-link.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';

/** The page of further links, for which the navigation bar on phones has no room. */
const show: UserPage<ActivityPageDeps> = {
  method: 'GET',
  path: MORE_PATH,
  access: 'signed_in',
  handle: async (_, { user, session, texts: { approvals, contacts, frame, requests } }) =>
    showPage({
      title: frame.places.more,
      section: 'more',
      width: 'narrow',
      main: html`
        <h1>${frame.places.more}</h1>
        <p>${frame.signedInAs({ name: linkToProfile(user, 'who-here') })}</p>
        <section class="card">
          <ul class="links">
            ${linkTo(CONTACTS_PATH, contacts.title)}${linkTo(REQUESTS_PATH, requests.title)}
            ${linkTo(APPROVALS_PATH, approvals.title)}
          </ul>
        </section>
        ${navItemsFor(user)
          .filter((item) => !isOnPhones(item))
          .map((item) => placeCard(frame, item))}
        ${postForm({
          action: '/sign-out',
          csrfToken: session.csrfToken(),
          fields: null,
          submit: { label: frame.signOut, look: 'plain' },
        })}`,
    }),
};

export const morePages: readonly Page<ActivityPageDeps>[] = [show];

const placeCard = (words: PageTexts['frame'], { name, path, tabs }: NavItem): Html => html`
  <section class="card">
    <h2 class="with-icon">${icon(name)}${words.places[name]}</h2>
    <ul class="links">${
      tabs.length === 0
        ? linkTo(path, words.places[name])
        : tabs.map((tab) => linkTo(tab.path, words.tabs[tab.name]))
    }</ul>
  </section>`;

const linkTo = (path: string, name: string): Html => html`<li><a href="${path}">${name}</a></li>`;
