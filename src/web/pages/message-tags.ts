import { type Html, html } from '../../i18n/html.ts';
import type { Text } from '../../i18n/message.ts';

export const code = (words: readonly Text[]): Html => html`<code>${words}</code>`;
export const strong = (words: readonly Text[]): Html => html`<strong>${words}</strong>`;
