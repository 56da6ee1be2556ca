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
}

/** A whole document: head, navigation, notice, the page itself. */
export function renderLayout({ assets, page, asked }: LayoutInput): string {
  const notice = asked?.session.takeNotice() ?? null;
  const isAlone = page.isQuestion || (asked?.user ?? null) === null;
  const mark = assets.pathOf('satchel.svg');
  const scripts = ['comfort.js', ...(page.scripts ?? [])];
  return renderHtml(html`<!doctype html>
<html lang="en">
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
    <a class="skip" href="#main">Skip to the content</a>
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
  readonly label: string;
  readonly href: string;
}

const ENTRIES: readonly Entry[] = [
  { section: 'overview', label: 'Overview', href: '/' },
  { section: 'connected-apps', label: 'Connected apps', href: '/connected-apps' },
  { section: 'tokens', label: 'Tokens', href: '/developer/tokens' },
  { section: 'clients', label: 'Your apps', href: '/developer/clients' },
  { section: 'webhooks', label: 'Webhooks', href: '/webhooks' },
];

const ADMIN_ENTRIES: readonly Entry[] = [
  { section: 'admin', label: 'Users', href: '/admin/users' },
  { section: 'node', label: 'Node', href: '/admin/node' },
];
const ACCOUNT_ENTRY: Entry = { section: 'account', label: 'Account', href: '/profile' };

function renderNavigation(page: ShownPage, { user, session }: PageRequest): Content {
  if (user === null) return null;
  const entries = [...ENTRIES, ...(user.isAdmin ? ADMIN_ENTRIES : []), ACCOUNT_ENTRY];
  return html`
    <nav aria-label="Main">
      <ul>${entries.map((entry) => renderEntry(entry, page.section))}</ul>
    </nav>
    ${postForm({
      action: '/sign-out',
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: 'Sign out', look: 'quiet' },
    })}`;
}

function renderEntry({ section, label, href }: Entry, present: Section | undefined): Html {
  const mark = section === present ? html` aria-current="page"` : null;
  return html`<li><a href="${href}"${mark}>${label}</a></li>`;
}
