import { type Html, html } from '../kit/html.ts';
import type { PageTexts } from '../texts/en.ts';

const TABS = [
  { tab: 'profile', href: '/profile' },
  { tab: 'address', href: '/address' },
  { tab: 'security', href: '/security' },
] as const;

/** Between the pages of one's own account. */
export const accountTabs = (
  { tabs }: PageTexts['profile'],
  present: (typeof TABS)[number]['tab'],
): Html => html`
  <nav class="filters" aria-label="${tabs.navigation}">
    ${TABS.map(({ tab, href }) => {
      const mark = tab === present ? html` aria-current="page"` : null;
      return html`<a href="${href}"${mark}>${tabs[tab]}</a>`;
    })}
  </nav>`;
