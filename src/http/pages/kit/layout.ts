import type { PageTexts } from '../texts/en.ts';
import type { Assets } from './assets.ts';
import { postForm } from './controls.ts';
import { type Content, type Html, html, renderHtml } from './html.ts';
import type { PageRequest, Section, ShownPage } from './page.ts';
import type { Notice } from './page-session.ts';

export interface LayoutInput {
  readonly assets: Assets;
  readonly page: ShownPage;
  /** Null where it is not known who asks. */
  readonly asked: PageRequest | null;
  readonly texts: PageTexts;
}

/** A whole document: head, navigation, notice, the page itself. */
export function renderLayout({ assets, page, asked, texts }: LayoutInput): string {
  const notice = asked?.session.takeNotice() ?? null;
  const isAlone = page.isQuestion || (asked?.user ?? null) === null;
  const mark = assets.pathOf('satchel.svg');
  const scripts = ['comfort.js', ...(page.scripts ?? [])];
  return renderHtml(html`<!doctype html>
<html lang="${texts.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${page.title} · Satchel</title>
    <link rel="stylesheet" href="${assets.pathOf('satchel.css')}">
    <link rel="icon" type="image/svg+xml" href="${mark}">
    ${scripts.map((name) => html`<script type="module" src="${assets.pathOf(name)}"></script>`)}
  </head>
  <body>
    <a class="skip" href="#main">${texts.frame.skip}</a>
    <header class="top${isAlone ? ' alone' : null}">
      <a class="brand" href="/"><img src="${mark}" alt="" width="28" height="28">Satchel</a>
      ${asked === null || isAlone ? null : renderNavigation(page, asked)}
    </header>
    <main id="main" class="${page.width ?? 'wide'}">
      ${notice === null ? null : renderNotice(notice)}
      ${page.main}
    </main>
  </body>
</html>
`);
}

export const renderNotice = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'done' ? 'status' : 'alert'}">${text}</p>`;

interface Entry {
  readonly section: Section;
  readonly href: string;
}

const ENTRIES: readonly Entry[] = [
  { section: 'overview', href: '/' },
  { section: 'connected-apps', href: '/connected-apps' },
  { section: 'tokens', href: '/developer/tokens' },
  { section: 'clients', href: '/developer/clients' },
  { section: 'webhooks', href: '/webhooks' },
];

const ADMIN_ENTRIES: readonly Entry[] = [
  { section: 'admin', href: '/admin/users' },
  { section: 'node', href: '/admin/node' },
];
const ACCOUNT_ENTRY: Entry = { section: 'account', href: '/profile' };

function renderNavigation(page: ShownPage, { user, session, texts }: PageRequest): Content {
  if (user === null) return null;
  const entries = [...ENTRIES, ...(user.isAdmin ? ADMIN_ENTRIES : []), ACCOUNT_ENTRY];
  return html`
    <nav aria-label="${texts.frame.navigation}">
      <ul>${entries.map((entry) => renderEntry(entry, page.section, texts))}</ul>
    </nav>
    ${postForm({
      action: '/sign-out',
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: texts.frame.signOut, look: 'quiet' },
    })}`;
}

function renderEntry(
  { section, href }: Entry,
  present: Section | undefined,
  texts: PageTexts,
): Html {
  const mark = section === present ? html` aria-current="page"` : null;
  return html`<li><a href="${href}"${mark}>${texts.frame.sections[section]}</a></li>`;
}
