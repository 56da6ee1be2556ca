import { type Content, type Html, html, renderHtml } from '../../i18n/html.ts';
import { isAnyHeld, LOCKDOWN_PARTS } from '../../lockdown/held-parts.ts';
import type { Theme } from '../../users/preferences.ts';
import type { Site } from '../site.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { Assets } from './assets.ts';
import { renderBell } from './bell.ts';
import { findNavItem } from './nav-items.ts';
import { renderHeadBar, renderPhoneBar, renderTabs } from './navigation.ts';
import type { LinkPreview, PageRequest, ShownPage } from './page.ts';
import type { Notice } from './page-session.ts';
import { linkToProfile } from './profile-link.ts';

export interface LayoutInput {
  readonly assets: Assets;
  readonly page: ShownPage;
  /** The request for the page; null where it is unknown who asks. */
  readonly asked: PageRequest | null;
  readonly site: Site;
  /** The number of notices that the user has not read; null where it is unknown. */
  readonly unread: number | null;
  readonly texts: PageTexts;
}

/** Writes a whole HTML document: head, navigation, notice, and the page itself. */
export function renderLayout({ assets, page, asked, site, texts, unread }: LayoutInput): string {
  const notice = asked?.session.takeNotice() ?? null;
  const user = page.isQuestion === true ? null : (asked?.user ?? null);
  const around = user && { user, words: texts.frame, present: page.section };
  const theme = asked?.user?.preferences.theme ?? 'system';
  const mark = assets.pathOf('satchel.svg');
  const isLive = page.live !== undefined || (page.looksAgain ?? false) !== false;
  const live = isLive ? ['live.js'] : [];
  const scripts = ['enhance.js', ...live, ...(page.scripts ?? [])];
  const ofOperators = findNavItem(page.section)?.name === 'operate' ? ['operate.css'] : [];
  const sheets = ['satchel.css', ...ofOperators];
  return renderHtml(html`<!doctype html>
<html lang="${texts.language}"${theme === 'system' ? null : html` data-theme="${theme}"`}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    ${barColour(theme)}
    <meta name="robots" content="noindex">
    <title>${page.title} · ${site.name}</title>
    ${page.preview === undefined ? null : linkPreview(page.preview, site, assets)}
    ${sheets.map((name) => html`<link rel="stylesheet" href="${assets.pathOf(name)}">`)}
    <link rel="icon" type="image/svg+xml" href="${mark}">
    <link rel="apple-touch-icon" href="${assets.pathOf('icon-192.png')}">
    <link rel="manifest" href="/manifest.webmanifest">
    ${scripts.map((name) => html`<script type="module" src="${assets.pathOf(name)}"></script>`)}
  </head>
  <body${liveMarks(page)} data-unsent="${texts.offline.unsent}" data-lost="${texts.offline.lost}">
    <a class="skip" href="#main">${texts.frame.skip}</a>
    <header class="top${around === null ? ' alone' : null}">
      <a class="brand" href="/" title="${site.name}">
        <img src="${mark}" alt="" width="28" height="28"><span>${site.name}</span></a>
      ${around && renderHeadBar(around)}
      ${around && renderBell(texts, unread, page.section === 'notices')}
      ${user && linkToProfile(user, 'who')}
    </header>
    ${around && renderTabs(around)}
    <main id="main" class="${page.width ?? 'wide'}">
      ${asked === null ? null : renderHeld(asked, texts)}
      ${notice === null ? null : renderNotice(notice)}
      ${page.main}
    </main>
    ${renderFoot(site, texts)}
    ${around && renderPhoneBar(around)}
  </body>
</html>
`);
}

/**
 * What other programs, such as chats, show as a preview of a link to the page. They load the page
 * as anyone may, and search engines are told not to list it.
 */
const linkPreview = (
  { address, title, description }: LinkPreview,
  { name }: Site,
  { pathOf }: Assets,
): Html => {
  const picture = new URL(pathOf('icon-512.png'), address).href;
  return html`<meta name="description" content="${description}">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${name}">
    <meta property="og:url" content="${address}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:image" content="${picture}">
    <meta name="twitter:card" content="summary">`;
};

const liveMarks = ({ live, liveAt, looksAgain = false }: ShownPage): Html =>
  html`${live === undefined ? null : html` data-live="${live.address}"`}${
    looksAgain === false
      ? null
      : html` data-looks-again="${looksAgain === true ? null : looksAgain}"`
  }${liveAt === undefined ? null : html` data-live-at="${liveAt}"`}`;

/** Colours in which phones draw the browser's own bar above the page. */
const BAR = { light: '#ffffff', dark: '#1f2723' } as const;

const barColour = (theme: Theme): Html =>
  theme === 'system'
    ? html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${BAR.light}">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${BAR.dark}">`
    : html`<meta name="theme-color" content="${BAR[theme]}">`;

/** Writes the foot of a page, which names the operator to whom people entrust their money. */
const renderFoot = ({ operatorContact: contact }: Site, { frame }: PageTexts): Html | null => {
  if (contact === null) return null;
  return html`<footer class="foot">${frame.runBy({ contact: contactLink(contact) })}</footer>`;
};

const contactLink = (contact: string): Html => {
  const address = contact.includes('@') ? `mailto:${contact}` : contact;
  return html`<a href="${address}">${contact.replace(/^https:\/\//, '')}</a>`;
};

/** The page on which operators lift a lockdown. */
export const LIFT_LOCKDOWN_PATH = '/operate/lockdown/lift';

/** Says during a lockdown what waits, and to operators where they lift it. */
function renderHeld({ session: { held, user } }: PageRequest, texts: PageTexts): Html | null {
  if (user === null || !isAnyHeld(held)) return null;
  const words = texts.lockdown;
  if (user.isAdmin) {
    const link = (inner: Content): Html => html`<a href="${LIFT_LOCKDOWN_PATH}">${inner}</a>`;
    return html`<p class="notice problem">${words.operators({ link })}</p>`;
  }
  const waiting = LOCKDOWN_PARTS.filter((part) => held[part]).map((part) => words[part]);
  return html`<p class="notice warn">${[words.title, ...waiting, words.rest].join(' ')}</p>`;
}

export const renderNotice = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'done' ? 'status' : 'alert'}">${text}</p>`;
