import { hash } from 'node:crypto';
import { type Html, html, renderHtml } from '../../i18n/html.ts';

/**
 * A part of a page that scripts replace when it has changed, on pages with `live`. `say` is read
 * aloud then, and a heading marked `data-focus` takes the focus.
 */
export const livePart = (id: string, content: Html, say: string | null = null): Html => html`
  <div class="part" id="${id}" data-part="${versionOf(content)}"${
    say === null ? null : html` data-say="${say}"`
  }>${content}</div>`;

/**
 * The version of a part, by which scripts see that it has changed: they rewrite times, so they
 * cannot compare the parts themselves.
 */
const versionOf = (content: Html): string => hash('sha256', renderHtml(content)).slice(0, 16);
