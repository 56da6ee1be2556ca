import { hash } from 'node:crypto';
import { type Html, html, renderHtml } from '../../i18n/html.ts';

/**
 * A part of a page that scripts replace when it has changed, on pages that follow changes (`live`).
 * `say` is then read aloud, and a heading marked `data-focus` gets the focus.
 */
export const livePart = (id: string, content: Html, say: string | null = null): Html => html`
  <div class="part" id="${id}" data-part="${versionOf(content)}"${
    say === null ? null : html` data-say="${say}"`
  }>${content}</div>`;

/**
 * The version of a part of a page, by which scripts see that the part has changed. Scripts rewrite
 * the times within it, so they cannot compare the parts themselves.
 */
const versionOf = (content: Html): string => hash('sha256', renderHtml(content)).slice(0, 16);
