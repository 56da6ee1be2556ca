import { type Html, html } from '../kit/html.ts';

const TABS = [
  { label: 'Profile', href: '/profile' },
  { label: 'Security', href: '/security' },
] as const;

/** Between the pages of one's own account. */
export const accountTabs = (present: (typeof TABS)[number]['href']): Html => html`
  <nav class="filters" aria-label="Account">
    ${TABS.map(
      ({ label, href }) =>
        html`<a href="${href}"${href === present ? html` aria-current="page"` : null}>${label}</a>`,
    )}
  </nav>`;
