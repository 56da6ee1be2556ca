import { type Html, html } from '../../i18n/html.ts';

/** The lines of icons, as SVG paths on a field of 24 by 24. */
const PATHS = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  receive: 'M12 4v12M7 11.5l5 5 5-5M5 20.5h14',
  send: 'M12 16.5v-12M7 9l5-5 5 5M5 20.5h14',
  activity: 'M4 6h2M10 6h10M4 12h2M10 12h10M4 18h2M10 18h10',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  developer: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  operate: 'M5 20v-6M5 10V4M12 20v-9M12 7V4M19 20v-4M19 12V4M3 12h4M10 9h4M17 14h4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  incoming: 'M17 7 7 17M7 9v8h8',
  outgoing: 'M7 17 17 7M9 7h8v8',
  pending: 'M12 7v5l3 2M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16',
  failed: 'm8 8 8 8M16 8l-8 8',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  counted: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM8.5 12l2.5 2.5 4.5-4.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 20 20',
  eye: 'M2.5 12q9.5-13 19 0-9.5 13-19 0M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  hidden: 'M2.5 12q9.5-13 19 0-9.5 13-19 0M4.5 19.5l15-15',
  leave: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

/** A small picture. It always stands beside a word, so screen readers need no name for it. */
export const icon = (name: IconName): Html => html`
  <svg class="icon ${name}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path
    d="${PATHS[name]}"/></svg>`;
