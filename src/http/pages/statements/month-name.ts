import { type Html, html } from '../kit/html.ts';

/** `November 2026`. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

export const monthTime = (month: string): Html =>
  html`<time datetime="${month}" data-show="given">${monthName(month)}</time>`;

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
