import { type Html, html } from '../../i18n/html.ts';
import type { Formatters } from '../../web/pages/formatters.ts';

/**
 * A size in megabytes with one decimal. The unit MB is written the same in all languages of these
 * pages.
 */
export const megabytes = ({ decimal }: Formatters, bytes: bigint): Html =>
  html`<span class="amount">${decimal((bytes * 10n) / BYTES_PER_MB, 1)}
    <span class="unit">MB</span></span>`;

const BYTES_PER_MB = 1_000_000n;
